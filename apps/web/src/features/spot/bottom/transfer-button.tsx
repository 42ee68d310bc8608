import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { transferHash } from '../../../platform/hash-dialogs.ts';
import controls from '../../../terminal/parts/controls.module.css';
import { IconArrowsExchange } from '../../../ui/icons.ts';

/** Opens the layout's transfer dialog for an asset; Back closes it. */
export function TransferButton({ ticker }: { ticker: string }) {
  const { t } = useTranslation('spot');
  return (
    <Link
      className={controls.tool}
      to={{ hash: transferHash(ticker) }}
      aria-label={t('balances.transferOf', { ticker })}
    >
      <IconArrowsExchange size={14} aria-hidden /> {t('balances.transfer')}
    </Link>
  );
}
