import type { SpotOrder } from '@pelican/shared/contracts/spot';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type Markets, marketsQuery } from '../../../api/markets.ts';
import { useSession } from '../../../api/session.ts';
import { finishedOrdersQuery } from '../../../api/spot.ts';
import { paths } from '../../../platform/paths.ts';
import { averagePrice, shownStatus } from '../../../terminal/order-figures.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Amount, Price } from '../../../ui/numbers.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { moneyOf, stockOf } from '../../../ui/pair.ts';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { twoColumn } from '../../../ui/two-column.tsx';
import styles from './exchange.module.css';
import { exchangeMessages } from './messages.ts';
import { figuresOf } from './swap-figures.ts';

const pageSize = 10;
const priceDecimals = 8;

function useColumns(markets: Markets | undefined): Column<SpotOrder>[] {
  const { t } = useTranslation(exchangeMessages);
  return useMemo(() => {
    const marketOf = (order: SpotOrder) => markets?.byName.get(order.market);
    return [
      {
        key: 'gave',
        header: t('history.gave'),
        card: 'headline',
        render: (order) => {
          const { gave, from } = figuresOf(order);
          return <Amount value={gave} ticker={from} withTicker />;
        },
      },
      {
        key: 'received',
        header: t('history.received'),
        card: 'headline',
        render: (order) => {
          const { received, to } = figuresOf(order);
          return (
            <strong>
              <Amount value={received} ticker={to} withTicker />
            </strong>
          );
        },
      },
      { key: 'time', header: t('history.time'), render: (order) => <Moment seconds={order.ftime ?? order.mtime} /> },
      {
        key: 'price',
        header: t('history.price'),
        numeric: true,
        render: (order) => {
          const money = moneyOf(order.market);
          const decimals = marketOf(order)?.price_prec ?? priceDecimals;
          return (
            <>
              <Price value={averagePrice(order)} decimals={decimals} ticker={money} /> {money}/{stockOf(order.market)}
            </>
          );
        },
      },
      twoColumn(
        'fee',
        t('history.feeGst'),
        (order) => <Amount value={order.deal_fee} ticker={order.fee_asset} withTicker />,
        (order) => <Amount value={order.gst} ticker={order.fee_asset} withTicker />,
      ),
      {
        key: 'tds',
        header: t('history.tds'),
        numeric: true,
        render: (order) => <Amount value={order.tds} ticker={moneyOf(order.market)} withTicker />,
      },
      {
        key: 'status',
        header: t('history.status'),
        render: (order) => {
          const isWhole = shownStatus(order, marketOf(order)?.amount_step) === 'filled';
          return (
            <StatusChip tone={isWhole ? 'done' : 'attention'} label={t(isWhole ? 'history.whole' : 'history.part')} />
          );
        },
      },
    ];
  }, [t, markets]);
}

/** The user's own swaps, newest first. */
export function SwapHistory() {
  const { t } = useTranslation(exchangeMessages);
  const { status } = useSession();
  const id = useId();
  const [offset, setOffset] = useState(0);
  const { data: markets } = useQuery(marketsQuery);
  const columns = useColumns(markets);
  const query = useQuery({
    ...finishedOrdersQuery({ source: 'exchange', offset, limit: pageSize }),
    enabled: status === 'signedIn',
  });
  if (status === 'anonymous') return null;
  return (
    <section className={styles.history} aria-labelledby={id}>
      <div className={styles.historyHead}>
        <h2 id={id}>{t('history.title')}</h2>
        <Link to={paths.ordersHistory}>{t('history.all')}</Link>
      </div>
      <div className={styles.list}>
        <DataTable
          caption={t('history.title')}
          columns={columns}
          rows={query.data?.result}
          rowKey={(order) => order.id}
          skeletonRows={3}
          empty={<EmptyState text={t('history.empty')} />}
          error={
            query.error && !query.data ? (
              <ErrorState title={t('history.failed')} error={query.error} onRetry={() => void query.refetch()} />
            ) : null
          }
        />
        <Pager offset={offset} limit={pageSize} total={query.data?.total ?? 0} onChange={setOffset} />
      </div>
    </section>
  );
}
