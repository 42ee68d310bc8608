import { useCallback } from 'react';
import { editAmount, takePrice } from './order-form-logic.ts';
import type { Side } from './receipt.ts';
import { useSpotForm } from './spot-form-store.ts';
import { useFormContext } from './use-form-context.ts';

/** Puts a price of the book, and on request an amount, into one side of the order form. */
export function usePickPrice(): (side: Side, price: string, amount: string | null) => void {
  const buy = useFormContext('buy');
  const sell = useFormContext('sell');
  return useCallback(
    (side, price, amount) => {
      const context = side === 'buy' ? buy : sell;
      const form = useSpotForm.getState();
      const priced = takePrice(form.limit[side], price, context);
      form.set({ type: 'limit', side });
      form.setLimit(side, amount === null ? priced : editAmount(priced, amount, context));
    },
    [buy, sell],
  );
}
