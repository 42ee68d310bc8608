import { useCallback } from 'react';
import { editAmount, takePrice } from '../form/order-form-logic.ts';
import { useTradeForm } from '../form/trade-form-store.ts';
import { useFormContext } from '../form/use-form-context.ts';

/** Puts a price of the book, and on request an amount, into the open side of the order form. */
export function usePickPrice(): (price: string, amount: string | null) => void {
  const side = useTradeForm((form) => form.side);
  const context = useFormContext(side);
  return useCallback(
    (price, amount) => {
      const form = useTradeForm.getState();
      const priced = takePrice(form.limit[side], price, context);
      form.set({ type: 'limit' });
      form.setLimit(side, amount === null ? priced : editAmount(priced, amount, context));
    },
    [side, context],
  );
}
