import type { MarketListItem } from '@pelican/shared/contracts/markets';
import { useTranslation } from 'react-i18next';
import { tradePath } from '../../platform/paths.ts';
import { MarketLink } from '../../ui/market-cells.tsx';
import styles from '../../ui/market-list.module.css';

/** A market's name, with a mark on a new one, and on one where orders can only be cancelled. */
export function MarketName({ market }: { market: MarketListItem }) {
  const { t } = useTranslation('market');
  return (
    <MarketLink market={market} to={tradePath(market.name)}>
      {market.is_new && <span className={styles.new}>{t('new')}</span>}
      {market.status !== 'open' && <span className={styles.halted}>{t('halted')}</span>}
    </MarketLink>
  );
}
