import type { SpotOrder } from '@pelican/shared/contracts/spot';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { placeLimit, placeMarket } from '../../../api/spot.ts';
import { live } from '../../../live/index.ts';
import { type Submission, useSubmission } from '../../../terminal/form/use-submission.ts';
import { notify } from '../../../ui/notify.ts';
import { pairText } from '../../../ui/pair.ts';
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
  const values = { side: t(order.side === 2 ? 'side.buy' : 'side.sell'), market: pairText(order.market) };
  const rests = order.status === 'open' || order.status === 'partially_filled';
  const { sheetOpen, set } = useSpotForm.getState();
  set({ sheetOpen: false });
  if (hasEnded(order.id) || (!rests && live.connection.auth === 'ok')) return;
  const text = t(rests ? 'form.placed' : 'form.finished', values);
  // Beside the form the list of open orders shows it too; behind a phone's sheet it is out of sight.
  if (sheetOpen || !rests) notify.success(text);
  else notify.info(text);
}
