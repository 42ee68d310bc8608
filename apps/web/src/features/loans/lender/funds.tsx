import type { LenderFunds } from '@pelican/shared/contracts/loans';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { lenderFundsQuery } from '../../../api/loans.ts';
import { formatFixed, unknown } from '../../../ui/format.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { moneyText } from '../figures.tsx';
import styles from '../loans.module.css';

const names = ['available', 'deposit', 'payout', 'profit', 'total'] as const satisfies (keyof LenderFunds)[];
const dollarDecimals = 2;

/** What of a lender's money is on offer and lent, and what has come back, by the money. */
export function Funds() {
  const { t } = useTranslation('loans');
  const { data, error, refetch } = useQuery(lenderFundsQuery);
  if (error && !data) return <ErrorState title={t('funds.failed')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={76} />;
  return Object.entries(data).map(([ticker, funds]) => (
    <dl key={ticker} className={styles.figures}>
      {names.map((name) => {
        const dollars = formatFixed(funds[`${name}_usd`], dollarDecimals);
        return (
          <div key={name}>
            <dt>{t(`funds.${name}`)}</dt>
            <dd title={`${funds[name]} ${ticker}`}>
              {moneyText(funds[name], ticker)}
              {dollars !== unknown && <small>{t('funds.dollars', { dollars })}</small>}
            </dd>
          </div>
        );
      })}
    </dl>
  ));
}
