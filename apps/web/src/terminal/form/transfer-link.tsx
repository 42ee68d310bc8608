import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { balancesQuery } from '../../api/wallet.ts';
import { transferHash, type WalletName } from '../../platform/hash-dialogs.ts';
import { paths } from '../../platform/paths.ts';
import { isZeroDecimal } from '../../ui/decimal-compare.ts';
import { IconArrowsExchange } from '../../ui/icons.ts';
import controls from '../parts/controls.module.css';

interface TransferLinkProps {
  ticker: string;
  to: WalletName;
  /** Says what is transferred, and where to. */
  label: string;
  text: string;
}

/** The way to more of a coin: the transfer dialog, or for an account without any of it what there is to know about that. */
export function TransferLink({ ticker, to, label, text }: TransferLinkProps) {
  const { t } = useTranslation('terminal');
  const { data } = useQuery(balancesQuery);
  const balance = data?.byTicker.get(ticker);
  if (balance && isZeroDecimal(balance.full_balance)) {
    return (
      <Link className={controls.tool} to={paths.walletList}>
        {t('form.funds', { ticker })}
      </Link>
    );
  }
  return (
    <Link className={controls.tool} to={{ hash: transferHash(ticker, to) }} aria-label={label}>
      <IconArrowsExchange size={14} aria-hidden /> {text}
    </Link>
  );
}
