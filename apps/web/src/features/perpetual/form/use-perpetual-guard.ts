import { useMemo } from 'react';
import { useBookValue } from '../../../live/index.ts';
import { Decimal, plain } from '../../../terminal/form/form-numbers.ts';
import type { GuardedPrice } from '../../../terminal/form/guard-warning.tsx';
import { guardPrice, midPrice } from '../../../terminal/form/market-estimate.ts';
import { priceOf } from '../account/sizes.ts';
import { usePerpetualMarket } from '../perpetual-market.ts';
import type { PerpetualDraft } from './perpetual-draft.ts';
import type { PerpetualFields } from './perpetual-fields.ts';

/** Fat-finger guard: how far the order's price is from the middle of the book. A trigger is meant to be away from it. */
export function usePerpetualGuard(fields: PerpetualFields, draft: PerpetualDraft): GuardedPrice {
  const { name, instrument } = usePerpetualMarket();
  const midText = useBookValue((book) => {
    const mid = book.market === name ? midPrice(book.bids, book.asks) : null;
    return mid === null ? null : plain(mid);
  });
  return useMemo(() => {
    const mid = midText === null ? null : new Decimal(midText);
    const guardedPrice = new Decimal(draft.priceTicks === 0 ? '0' : priceOf(instrument, draft.priceTicks));
    return { guard: fields.type === 'trigger' ? 'ok' : guardPrice(guardedPrice, mid), guardedPrice, mid };
  }, [midText, draft.priceTicks, instrument, fields.type]);
}
