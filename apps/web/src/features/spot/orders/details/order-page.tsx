/** /user/orders-history/{id}: an order of the user with all of its fills. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useParams } from 'react-router-dom';
import { usePageTitle } from '../../../../platform/page-title.ts';
import { paths } from '../../../../platform/paths.ts';
import { DataTable } from '../../../../ui/data-table.tsx';
import historyStyles from '../../../../ui/history-page.module.css';
import { PageSkeleton } from '../../../../ui/page-skeleton.tsx';
import { Pager } from '../../../../ui/pager.tsx';
import { EmptyState, ErrorState } from '../../../../ui/states.tsx';
import { useColumnContext } from '../cells.tsx';
import { fillColumns } from '../columns.tsx';
import { detailsMessages } from './messages.ts';
import styles from './order-details.module.css';
import { OrderFacts, OrderHead, OrderTimeline } from './order-facts.tsx';
import { useOrder } from './use-order.ts';

const pageSize = 100;

export function Component() {
  const { id = '' } = useParams();
  if (!/^\d{1,15}$/.test(id)) return <Navigate to={paths.notFound} replace />;
  return <OrderPage key={id} id={Number(id)} />;
}

function OrderPage({ id }: { id: number }) {
  const { t } = useTranslation(detailsMessages);
  const title = t('pageTitle', { id });
  usePageTitle(title);
  const [offset, setOffset] = useState(0);
  const context = useColumnContext();
  const { order: query, deals, isMissing } = useOrder(id, { offset, limit: pageSize });
  const order = query.data;
  if (isMissing) return <Navigate to={paths.notFound} replace />;
  if (!order) {
    if (query.error) return <ErrorState title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />;
    return <PageSkeleton />;
  }
  const fills = deals.data?.result;
  const total = deals.data?.total ?? 0;
  const isWhole = total <= pageSize;
  return (
    <div className={styles.page}>
      <Link className={styles.back} to={paths.ordersHistory}>
        {t('back')}
      </Link>
      <h1>{title}</h1>
      <OrderHead order={order} />
      <div className={styles.columns}>
        <section className={styles.panel} aria-labelledby="order-facts">
          <h2 id="order-facts">{t('facts')}</h2>
          <OrderFacts order={order} net={deals.data?.net} />
        </section>
        <section className={styles.panel} aria-labelledby="order-timeline">
          <h2 id="order-timeline">{t('timeline')}</h2>
          <OrderTimeline
            order={order}
            newest={offset === 0 ? fills?.[0] : undefined}
            oldest={isWhole ? fills?.at(-1) : undefined}
          />
        </section>
      </div>
      <section aria-labelledby="order-fills">
        <h2 id="order-fills" className={styles.listTitle}>
          {t('fillsTitle')}
        </h2>
        <div className={`${historyStyles.list} ${styles.list}`}>
          <DataTable
            caption={t('fillsTitle')}
            columns={fillColumns(context)}
            rows={fills}
            rowKey={(fill) => fill.id}
            compact
            skeletonRows={2}
            empty={<EmptyState text={t('noFills')} />}
            error={
              deals.error && !deals.data ? (
                <ErrorState title={t('fillsFailed')} error={deals.error} onRetry={() => void deals.refetch()} />
              ) : null
            }
          />
          <Pager offset={offset} limit={pageSize} total={total} onChange={setOffset} />
        </div>
      </section>
    </div>
  );
}
