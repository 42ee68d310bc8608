import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { orderPath } from '../../../../platform/paths.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../../ui/states.tsx';
import { FillList } from './fill-list.tsx';
import { detailsMessages } from './messages.ts';
import styles from './order-details.module.css';
import { OrderFacts, OrderHead, OrderTimeline } from './order-facts.tsx';
import { useOrder } from './use-order.ts';

/** Fills of a dialog; the order's page has all of them. */
const shown = 20;

interface OrderDetailsDialogProps {
  id: number;
  onClose: () => void;
}

/** Everything that is known of an order, with its newest fills and the way to its page. */
export function OrderDetailsDialog({ id, onClose }: OrderDetailsDialogProps) {
  const { t } = useTranslation(detailsMessages);
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <Body id={id} />
    </Dialog>
  );
}

function Body({ id }: { id: number }) {
  const { t } = useTranslation(detailsMessages);
  const { order: query, deals, isMissing } = useOrder(id, { offset: 0, limit: shown });
  const order = query.data;
  if (isMissing) return <EmptyState text={t('missing')} />;
  if (!order) {
    if (query.error) return <ErrorState title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />;
    return (
      <div className={styles.body} aria-busy>
        {Array.from({ length: 8 }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholder lines are alike and never reordered
          <Skeleton key={line} width="100%" />
        ))}
      </div>
    );
  }
  const fills = deals.data?.result ?? [];
  const total = deals.data?.total ?? 0;
  return (
    <div className={styles.body}>
      <OrderHead order={order} />
      <OrderFacts order={order} net={deals.data?.net} />
      <section aria-labelledby="order-timeline">
        <h3 id="order-timeline">{t('timeline')}</h3>
        <OrderTimeline order={order} newest={fills[0]} oldest={total > shown ? undefined : fills.at(-1)} />
      </section>
      {fills.length > 0 && (
        <section aria-labelledby="order-fills">
          <h3 id="order-fills">{t('fills', { count: total })}</h3>
          <FillList fills={fills} />
        </section>
      )}
      {deals.error && !deals.data && (
        <ErrorState title={t('fillsFailed')} error={deals.error} onRetry={() => void deals.refetch()} />
      )}
      <Link to={orderPath(order.id)}>{t(total > shown ? 'pageAll' : 'page', { count: total })}</Link>
    </div>
  );
}
