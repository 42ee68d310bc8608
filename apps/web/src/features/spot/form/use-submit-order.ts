import type { SpotOrder } from '@pelican/shared/contracts/spot';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { placeLimit, placeMarket } from '../../../api/spot.ts';
import { live } from '../../../live/index.ts';
import { type Submission, useSubmission } from '../../../terminal/form/use-submission.ts';
import { formatUpTo, groupingOf } from '../../../ui/format.ts';
import { notify } from '../../../ui/notify.ts';
import { moneyOf, pairText, stockOf } from '../../../ui/pair.ts';
import { hasEnded } from '../ended-orders.ts';
import { useSpotForm } from './spot-form-store.ts';

type LimitRequest = Parameters<typeof placeLimit>[0];
type MarketRequest = Parameters<typeof placeMarket>[0];
type OrderRequest = { type: 'limit'; request: LimitRequest } | { type: 'market'; request: MarketRequest };

function place(order: OrderRequest, key: string): Promise<SpotOrder> {
  return order.type === 'limit' ? placeLimit(order.request, key) : placeMarket(order.request, key);
}

/**
 * Asks, sends and reports. `submit` returns whether the order was created.
 * @param form the market and which of its forms
 */
export function useSubmitOrder(form: string) {
  const { t } = useTranslation('spot');
  const { state, submit, clear } = useSubmission(`spot ${form}`, place);
  return {
    state,
    clear,
    submit: async (submission: Submission<OrderRequest>): Promise<boolean> => {
      const placed = await submit(submission);
      if (placed !== null) report(placed, t);
      return placed !== null;
    },
  };
}

/** The order feed announces fills; this announces the rest, unless the feed was faster. */
function report(order: SpotOrder, t: TFunction<'spot'>): void {
  const side = order.side === 2 ? 'buy' : 'sell';
  const rests = order.status === 'open' || order.status === 'partially_filled';
  useSpotForm.getState().set({ sheetOpen: false });
  if (hasEnded(order.id) || (!rests && live.connection.auth === 'ok')) return;
  if (!rests) notify.success(t('form.finished', { side: t(`side.${side}`), market: pairText(order.market) }));
  else
    notify.success(
      t(`form.placed.${side}`, {
        amount: formatUpTo(order.amount, 8),
        stock: stockOf(order.market),
        price: formatUpTo(order.price, 8, groupingOf(moneyOf(order.market))),
      }),
    );
}
