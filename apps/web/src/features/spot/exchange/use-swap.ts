import type { SpotOrder } from '@pelican/shared/contracts/spot';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useCallback, useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import '../../../api/order-contracts.ts';
import { useSession } from '../../../api/session.ts';
import { finishedOrdersQuery, placeMarket, spotKeys, tradeSettingsQuery } from '../../../api/spot.ts';
import { systemQuery } from '../../../api/system.ts';
import { balancesKey } from '../../../api/wallet.ts';
import { useBook, useConnection } from '../../../live/index.ts';
import { cutToStep, Decimal, plain, toDecimal } from '../../../terminal/form/form-numbers.ts';
import { type Submission, useSubmission } from '../../../terminal/form/use-submission.ts';
import { cleanDecimal } from '../../../ui/clean-decimal.ts';
import { isZeroDecimal } from '../../../ui/decimal-compare.ts';
import { decimalsOfStep } from '../../../ui/format.ts';
import { takerRates } from '../form/order-form-logic.ts';
import type { Side } from '../form/receipt.ts';
import { formContextOf, useAvailable, useFees } from '../form/use-form-context.ts';
import { useSpotMarket } from '../market-context.ts';
import { SwapRequest, type SwapWish, swapDraft } from './swap-draft.ts';
import type { SwapField } from './swap-estimate.ts';

const noBook = { bids: [], asks: [] };
export const noWish: SwapWish = { field: 'give', amount: '' };

/** The rates of a swap: the taker's, with the TDS of quick swaps; `isReady` once they are this user's own. */
function useSwapRates() {
  const { info } = useSpotMarket();
  const { isSignedIn } = useSession();
  const { rates, customFee, failed } = useFees();
  const { data } = useQuery({ ...tradeSettingsQuery, enabled: isSignedIn });
  const own = isSignedIn ? data?.coins_fee[info.name]?.tds_exchange : undefined;
  return {
    rates: { ...takerRates(rates), tds: own ?? info.tds_exchange },
    customFee,
    failed,
    isReady: !isSignedIn || data !== undefined || failed,
  };
}

/** Why no swaps are taken here; null while they are. */
function useClosed(): 'closed' | 'paused' | null {
  const { info } = useSpotMarket();
  const { data: system } = useQuery(systemQuery);
  if (info.status !== 'open') return 'closed';
  return system?.trading_pause?.spot || system?.quick_swap?.paused ? 'paused' : null;
}

const firstOnesLooked = 100;

/**
 * Sends the order. Where its key is known with another amount or limit, the first one came through although its answer was
 * lost: that one is answered, as the engine does for a repetition that is the same to the letter.
 */
async function placeSwap(client: QueryClient, { order, limitPrice }: SwapRequest, key: string): Promise<SpotOrder> {
  try {
    return await placeMarket({ ...order, purpose: 'exchange', limit_price: limitPrice }, key);
  } catch (failure) {
    if (!(failure instanceof ApiError) || failure.code !== 'repeated_with_other_content') throw failure;
    const filter = { source: 'exchange', limit: firstOnesLooked };
    const { result } = await client.fetchQuery({ ...finishedOrdersQuery(filter), staleTime: 0 });
    const first = result.find(({ client_id }) => client_id === key);
    if (first === undefined) throw failure;
    return first;
  }
}

interface SwapOptions {
  side: Side;
  wish: SwapWish;
  onWish: Dispatch<SetStateAction<SwapWish>>;
  /** As a fraction; null while what was typed is none that is allowed. */
  slippage: Decimal | null;
  onSwapped: (order: SpotOrder) => void;
}

/** The swap that the form describes, over the live book of the market on screen, and what sends it. */
export function useSwap({ side, wish, onWish, slippage, onSwapped }: SwapOptions) {
  const market = useSpotMarket();
  const { stock, money } = market.info;
  const [give, receive] = side === 'buy' ? [money, stock] : [stock, money];
  const { rates, customFee, failed, isReady } = useSwapRates();
  const available = useAvailable(give);
  const snapshot = useBook();
  const { health } = useConnection();
  const hasBook = snapshot.market === market.name && snapshot.ready;
  const limits = {
    ...formContextOf(market, side, rates, available),
    pair: market.name,
    band: market.info.price_band,
  };
  const draft = swapDraft(wish, hasBook ? snapshot : noBook, slippage ?? new Decimal(0), limits);
  const [attempted, setAttempted] = useState(false);
  const client = useQueryClient();
  const place = useCallback((request: SwapRequest, key: string) => placeSwap(client, request, key), [client]);
  const { state, submit, clear } = useSubmission('spot exchange', place);

  function change(next: SwapWish): void {
    onWish(next);
    clear();
  }

  function edit(field: SwapField, typed: string): void {
    const isMoney = (field === 'give') === (side === 'buy');
    const decimals = isMoney ? market.moneyDecimals : decimalsOfStep(market.info.amount_step);
    change({ field, amount: cleanDecimal(typed, decimals) });
  }

  /** All that is free: a purchase's charges are paid out of it. */
  function takeMax(): void {
    const all = toDecimal(available ?? '');
    const cut =
      side === 'buy'
        ? all.toDecimalPlaces(market.moneyDecimals, Decimal.ROUND_DOWN)
        : cutToStep(all, market.info.amount_step);
    change({ field: 'give', amount: cut.isZero() ? '' : plain(cut) });
  }

  async function send(submission: Omit<Submission<SwapRequest>, 'request' | 'side' | 'guard'>): Promise<void> {
    if (draft.worst === null) return;
    const request = new SwapRequest(wish, draft.order, plain(draft.worst.limitPrice));
    const order = await submit({ ...submission, request, side, guard: draft.guard });
    if (order === null) return;
    setAttempted(false);
    // What was typed while the answer was under way stays, and what is still wanted after nothing was swapped.
    if (!isZeroDecimal(order.deal_stock)) onWish((current) => (current === wish ? noWish : current));
    onSwapped(order);
    for (const queryKey of [spotKeys.finishedOrders, spotKeys.trades, balancesKey])
      void client.invalidateQueries({ queryKey });
  }

  return {
    side,
    give,
    receive,
    wish,
    draft,
    rates,
    customFee,
    failed,
    available,
    closed: useClosed(),
    /** There is no price to go by. */
    isWaiting: !hasBook || !isReady || health === 'stale' || health === 'offline',
    hasSlippage: slippage !== null,
    attempted,
    setAttempted,
    state,
    edit,
    takeMax,
    clear,
    send,
  };
}
export type Swap = ReturnType<typeof useSwap>;
