import type { SpotOrder } from '@pelican/shared/contracts/spot.ts';
import type { TFunction } from 'i18next';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, messagesOf } from '../../../api/api-error.ts';
import { placeLimit, placeMarket } from '../../../api/spot.ts';
import { live } from '../../../live/index.ts';
import { usePreferences } from '../../../platform/preferences.ts';
import { randomId } from '../../../platform/random-id.ts';
import type { PriceGuard } from '../../../terminal/form/market-estimate.ts';
import { confirm } from '../../../ui/confirm.ts';
import { notify } from '../../../ui/notify.ts';
import { needsConfirmation } from './order-form-logic.ts';
import type { Side } from './receipt.ts';
import { useTradeForm } from './trade-form-store.ts';

type LimitRequest = Parameters<typeof placeLimit>[0];
type MarketRequest = Parameters<typeof placeMarket>[0];

export interface Submission {
  side: Side;
  order: { type: 'limit'; request: LimitRequest } | { type: 'market'; request: MarketRequest };
  guard: PriceGuard;
  /** The label of the button: "Buy 0.015 BTC". */
  title: string;
  /** Amount, total with fee, and tickers. */
  summary: string;
  /** How far the price is from the market; shown when the guard trips. */
  warning: string;
  /** What must be typed when the guard demands it. */
  typeToConfirm: string;
}

export interface SubmitState {
  sending: boolean;
  /** Texts by field, from the last refusal. */
  fieldErrors: Record<string, string[]>;
  /** Texts of the last refusal; stay in the form after the toast is gone. */
  messages: string[];
}

const idle: SubmitState = { sending: false, fieldErrors: {}, messages: [] };

/** Asks, sends and reports. `submit` answers whether the order was created. */
export function useSubmitOrder() {
  const { t } = useTranslation('trade');
  const [state, setState] = useState(idle);
  const confirmOrders = usePreferences((preferences) => preferences.confirmOrders);
  /** An attempt whose fate is unknown is repeated under its first key, so that it cannot become two orders. */
  const uncertain = useRef<{ content: string; key: string } | null>(null);

  async function send(submission: Submission): Promise<SpotOrder> {
    const { order } = submission;
    const content = JSON.stringify(order);
    const key = uncertain.current?.content === content ? uncertain.current.key : randomId();
    try {
      const placed =
        order.type === 'limit' ? await placeLimit(order.request, key) : await placeMarket(order.request, key);
      uncertain.current = null;
      return placed;
    } catch (error) {
      uncertain.current = error instanceof ApiError && error.outcomeUnknown ? { content, key } : null;
      throw error;
    }
  }

  async function submit(submission: Submission): Promise<boolean> {
    const { side, guard, title, summary, warning, typeToConfirm } = submission;
    if (needsConfirmation(confirmOrders, guard)) {
      const yes = await confirm({
        title: `${title}?`,
        body: guard === 'ok' ? summary : `${summary} ${warning}`,
        confirmLabel: title,
        tone: side,
        ...(guard === 'type' ? { typeToConfirm } : {}),
      });
      if (!yes) return false;
    }
    setState({ ...idle, sending: true });
    try {
      report(await send(submission), t);
      setState(idle);
      return true;
    } catch (error) {
      const messages = messagesOf(error);
      for (const text of messages) notify.error(text, { title: t('form.error') });
      setState({ sending: false, fieldErrors: error instanceof ApiError ? error.fields : {}, messages });
      return false;
    }
  }

  return { state, submit, clear: () => setState(idle) };
}

/** Fills are told by the order feed; here only what it does not tell. */
function report(order: SpotOrder, t: TFunction<'trade'>): void {
  const values = { side: t(order.side === 2 ? 'side.buy' : 'side.sell'), market: order.market };
  const rests = order.status === 'open' || order.status === 'partially_filled';
  const { sheetOpen, set } = useTradeForm.getState();
  set({ sheetOpen: false });
  if (!rests && live.connection.auth === 'ok') return;
  const text = t(rests ? 'form.placed' : 'form.finished', values);
  // Beside the form the list of open orders shows it too; behind a phone's sheet it is out of sight.
  if (sheetOpen || !rests) notify.success(text);
  else notify.info(text);
}
