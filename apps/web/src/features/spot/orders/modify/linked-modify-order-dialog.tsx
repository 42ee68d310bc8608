import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { ApiError } from '../../../../api/api-error.ts';
import { orderQuery } from '../../../../api/spot-orders.ts';
import { useOpenOrders } from '../../../../live/index.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../../ui/states.tsx';
import { modifyMessages } from './messages.ts';
import { ModifyOrderDialog } from './modify-order-dialog.tsx';

interface LinkedModifyOrderDialogProps {
  id: number;
  onClose: () => void;
}

/** The dialog that changes the order of an address: as the live view has it, or else as the server does. */
export function LinkedModifyOrderDialog({ id, onClose }: LinkedModifyOrderDialogProps) {
  const { t } = useTranslation(modifyMessages);
  const { orders } = useOpenOrders();
  const known = orders.find((order) => order.id === id);
  const { data, error, refetch } = useQuery({ ...orderQuery(id), enabled: known === undefined });
  const order = known ?? data;
  const isOpen = order && (order.status === 'open' || order.status === 'partially_filled');
  if (order && isOpen) return <ModifyOrderDialog order={order} onClose={onClose} />;
  return (
    <Dialog title={t('title')} onClose={onClose}>
      {order ? <EndedOrder id={id} /> : <NoOrder error={error} onRetry={() => void refetch()} />}
    </Dialog>
  );
}

/** In place of the page's address with this dialog, so that Back leads to the page. */
function EndedOrder({ id }: { id: number }) {
  const { t } = useTranslation(modifyMessages);
  const { search } = useLocation();
  return (
    <EmptyState
      text={t('ended')}
      action={
        <Link to={{ search, hash: `order/${id}` }} replace>
          {t('details')}
        </Link>
      }
    />
  );
}

function NoOrder({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const { t } = useTranslation(modifyMessages);
  if (error instanceof ApiError && error.code === 'order_not_found') return <EmptyState text={t('missing')} />;
  if (error) return <ErrorState title={t('failed')} error={error} onRetry={onRetry} />;
  return <Skeleton width="100%" height={180} />;
}
