import type { CancelAllResponse, PerpetualOrder } from '@pelican/shared/contracts/perpetual';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cancelAlgo, cancelAllAlgos, cancelAllOrders, cancelOrder } from '../../../api/perpetual.ts';
import { isPerpetualAlgo, live, perpetualOrderKey } from '../../../live/index.ts';
import { askToCancelAll, cancelHidden, mayCancel } from '../../../terminal/cancelling.ts';
import { notify } from '../../../ui/notify.ts';
import { pairText } from '../../../ui/pair.ts';
import { accountMessages } from '../account/messages.ts';
import { actionText, sizeText } from '../account/order-words.ts';

export type OrderKind = 'orders' | 'algos';

/** How far a cancel-all is. */
export interface CancelProgress {
  done: number;
  total: number;
}

/** Cancelling: gone at once on the screen, back when the server refuses. A cancel-all goes ten by ten. */
export function useCancelOrders(kind: OrderKind) {
  const { t } = useTranslation(accountMessages);
  const [progress, setProgress] = useState<CancelProgress | null>(null);
  const hide = (orders: readonly PerpetualOrder[], hidden: boolean) =>
    live.perpetual.orders.setHidden(orders.map(perpetualOrderKey), hidden);

  async function cancel(order: PerpetualOrder): Promise<void> {
    const { market, id } = order;
    const may = await mayCancel({
      title: t('cancel.oneTitle'),
      body: t('cancel.oneBody', { action: actionText(order, t), size: sizeText(order, t), pair: pairText(market) }),
      confirmLabel: t('cancel.oneDo'),
      cancelLabel: t('cancel.keep'),
    });
    if (!may) return;
    const call = () =>
      isPerpetualAlgo(order) ? cancelAlgo({ market, algo_id: id }) : cancelOrder({ market, order_id: id });
    await cancelHidden([order], hide, call, t('cancel.failed'));
  }

  /** @param market '' for every market; `orders` are those on screen that this concerns */
  async function cancelAll(market: string, orders: readonly PerpetualOrder[]): Promise<void> {
    const yes = await askToCancelAll({
      title: t(`cancel.allTitle.${kind}`),
      body: t(market === '' ? 'cancel.everywhere' : 'cancel.inMarket', {
        count: orders.length,
        pair: pairText(market),
      }),
    });
    if (!yes) return;
    setProgress({ done: 0, total: orders.length });
    const report = (done: number) => setProgress({ done, total: Math.max(done, orders.length) });
    const left = await cancelHidden(orders, hide, () => cancelByTens(kind, market, report), t('cancel.failed'));
    setProgress(null);
    const refused = new Set(left?.map(({ id }) => id));
    if (refused.size === 0) return;
    hide(
      orders.filter((order) => refused.has(order.id)),
      false,
    );
    notify.warning(t('cancel.someLeft', { count: refused.size }));
  }

  return { cancel, cancelAll, progress };
}

/** Already ended otherwise: nothing that should come back to the screen. */
const gone = new Set(['already_done', 'order_not_found']);

/**
 * Repeats the call, ten orders each, until none is left or a round cancels none.
 * @returns those that would not be cancelled @throws ApiError
 */
async function cancelByTens(
  kind: OrderKind,
  market: string,
  onProgress: (done: number) => void,
): Promise<CancelAllResponse['failed']> {
  const call = kind === 'orders' ? cancelAllOrders : cancelAllAlgos;
  let done = 0;
  for (;;) {
    const { canceled, failed, remaining } = await call({ market });
    done += canceled.length;
    onProgress(done);
    if (remaining === 0 || canceled.length === 0) return failed.filter(({ code }) => !gone.has(code));
  }
}
