import type { CurrencyBalances } from '@pelican/shared/contracts/loans';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { loanBalancesQuery } from '../../api/loans.ts';
import { CoinIcon } from '../../ui/coin-icon.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { formatFixed } from '../../ui/format.ts';
import { Amount } from '../../ui/numbers.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import styles from './loans.module.css';
import searchStyles from './search/search.module.css';

type Balance = CurrencyBalances['FIAT'][number];

/** Main wallets, and what loans hold of them. @param side which list comes first: money for lenders, coins for borrowers */
export function Wallets({ side }: { side: 'lend' | 'borrow' }) {
  const { t } = useTranslation('loans');
  const { data, error, refetch } = useQuery(loanBalancesQuery);
  const groups = data && (side === 'lend' ? [data.FIAT, data.CRYPTO] : [data.CRYPTO, data.FIAT]);
  const all = groups?.flat().filter(({ ticker }, at, list) => list.findIndex((one) => one.ticker === ticker) === at);
  const columns: Column<Balance>[] = [
    {
      key: 'ticker',
      header: t('column.currency'),
      card: 'headline',
      render: ({ ticker }) => (
        <span className={searchStyles.coin}>
          <CoinIcon ticker={ticker} size={20} />
          {ticker}
        </span>
      ),
    },
    {
      key: 'main',
      header: t('column.mainWallet'),
      numeric: true,
      card: 'headline',
      render: ({ main_balance, ticker }) => <Amount value={main_balance} ticker={ticker} />,
    },
    {
      key: 'dollars',
      header: t('column.inDollars'),
      numeric: true,
      card: 'half',
      render: ({ main_balance_usdt }) => formatFixed(main_balance_usdt, 2),
    },
    {
      key: 'held',
      header: t('column.heldByLoans'),
      numeric: true,
      card: 'half',
      render: ({ p2p_freeze, ticker }) => <Amount value={p2p_freeze} ticker={ticker} />,
    },
  ];
  return (
    <section>
      <h2 className={styles.listTitle}>{t('wallets')}</h2>
      <div className={styles.list}>
        <DataTable
          caption={t('wallets')}
          columns={columns}
          rows={all}
          rowKey={({ currency_id }) => currency_id}
          skeletonRows={4}
          empty={<EmptyState text={t('noCurrencies')} />}
          error={
            error && !data ? (
              <ErrorState title={t('walletsFailed')} error={error} onRetry={() => void refetch()} />
            ) : undefined
          }
        />
      </div>
    </section>
  );
}
