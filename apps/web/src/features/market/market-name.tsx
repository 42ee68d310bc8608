import type { MarketListItem } from '@pelican/shared/contracts/markets/schemas.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { tradePath } from '../../platform/paths.ts';
import { CoinIcon } from '../../ui/coin-icon.tsx';
import { shortLabel } from '../../ui/format.ts';
import styles from '../../ui/market-list.module.css';

/** A market's icon, pair and the coin's name; leads to its trade page. */
export function MarketName({ market }: { market: MarketListItem }) {
  const { t } = useTranslation('market');
  return (
    <Link to={tradePath(market.name)} className={styles.name}>
      <CoinIcon ticker={market.stock} size={28} />
      <span className={styles.nameText}>
        <span>
          <strong>{market.stock}</strong>
          <span className="hint"> / {market.money}</span>
          {market.is_new && <span className={styles.new}>{t('new')}</span>}
        </span>
        <span className={styles.coin}>{shortLabel(market.stock_label)}</span>
      </span>
    </Link>
  );
}
