import type { SpotOrder } from '@pelican/shared/contracts/spot';
import { useTranslation } from 'react-i18next';
import { messagesOf } from '../../../api/api-error.ts';
import { cancelAllOrders, cancelOrder } from '../../../api/spot.ts';
import { live } from '../../../live/index.ts';
import { confirm } from '../../../ui/confirm.ts';
import { notify } from '../../../ui/notify.ts';

/** Cancelling: gone at once on the screen, back when the server refuses. */
export function useCancelOrders() {
  const { t } = useTranslation('spot');

  async function cancel(id: number): Promise<void> {
    live.spot.orders.setHidden([id], true);
    try {
      await cancelOrder(id);
    } catch (error) {
      live.spot.orders.setHidden([id], false);
      notify.error(messagesOf(error).join(' '), { title: t('orders.cancelFailed') });
    }
  }

  /** @param pair '' for every pair; `orders` are the ones on screen that this concerns */
  async function cancelAll(pair: string, orders: readonly SpotOrder[]): Promise<void> {
    const yes = await confirm({
      title: t('orders.cancelAllTitle'),
      body: pair === '' ? t('orders.cancelAllEverywhere') : t('orders.cancelAllHere', { pair: pair.replace('_', '/') }),
      confirmLabel: t('orders.cancelAll'),
      cancelLabel: t('orders.keep'),
      tone: 'danger',
    });
    if (!yes) return;
    const ids = orders.map((order) => order.id);
    live.spot.orders.setHidden(ids, true);
    try {
      await cancelAllOrders(pair);
    } catch (error) {
      live.spot.orders.setHidden(ids, false);
      notify.error(messagesOf(error)[0] ?? t('orders.cancelAllFailed'));
    }
  }

  return { cancel, cancelAll };
}
