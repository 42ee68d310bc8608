import type { SpotOrder } from '@pelican/shared/contracts/spot';
import { useTranslation } from 'react-i18next';
import { cancelAllOrders, cancelOrder } from '../../../api/spot.ts';
import { askToCancelAll, cancelHidden } from '../../../terminal/cancelling.ts';
import { notify } from '../../../ui/notify.ts';
import { pairText } from '../../../ui/pair.ts';
import { ordersMessages } from './messages.ts';

/** @param setHidden takes orders from the screen, or brings them back */
export function useCancelOrders(setHidden: (ids: readonly number[], hidden: boolean) => void) {
  const { t } = useTranslation(ordersMessages);

  function cancel(order: SpotOrder): Promise<unknown> {
    return cancelHidden([order.id], setHidden, () => cancelOrder(order.id), t('cancel.failed'));
  }

  /** @param pair '' for every pair; `orders` are the ones on screen that this concerns, of `count` in all */
  async function cancelAll(pair: string, orders: readonly SpotOrder[], count = orders.length): Promise<void> {
    const yes = await askToCancelAll({
      title: t('cancel.allTitle'),
      body: t(pair === '' ? 'cancel.allBody' : 'cancel.allBodyPair', { count, pair: pairText(pair) }),
    });
    if (!yes) return;
    const ids = orders.map((order) => order.id);
    const done = await cancelHidden(ids, setHidden, () => cancelAllOrders(pair), t('cancel.allFailed'));
    if (done) notify.success(t('cancel.allDone', { count: done.cancelled }));
  }

  return { cancel, cancelAll };
}
