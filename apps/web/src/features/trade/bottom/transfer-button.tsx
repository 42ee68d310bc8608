import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../../platform/paths.ts';
import { IconArrowsExchange } from '../../../ui/icons.ts';
import controls from '../parts/controls.module.css';

/** To the wallet, where money moves between main and trade. */
export function TransferButton({ ticker }: { ticker: string }) {
  const { t } = useTranslation('trade');
  return (
    <Link
      className={controls.tool}
      to={`${paths.walletList}?transfer=${ticker}`}
      aria-label={t('balances.transferOf', { ticker })}
    >
      <IconArrowsExchange size={14} aria-hidden /> {t('balances.transfer')}
    </Link>
  );
}
