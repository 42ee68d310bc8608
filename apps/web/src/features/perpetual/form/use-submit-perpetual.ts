import type { PerpetualOrder } from '@pelican/shared/contracts/perpetual';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/api-error.ts';
import { perpetualKeys, placeOrder } from '../../../api/perpetual.ts';
import { type Submission, useSubmission } from '../../../terminal/form/use-submission.ts';
import { formatUpTo } from '../../../ui/format.ts';
import { notify } from '../../../ui/notify.ts';
import { stockOf } from '../../../ui/pair.ts';
import { usePerpetualForm } from './perpetual-form-store.ts';

const resting = new Set<PerpetualOrder['status']>(['live', 'partially_filled', 'pause']);
type PlaceRequest = Parameters<typeof placeOrder>[0];

/**
 * Asks, sends and reports a perpetual order. `submit` returns whether it was created.
 * @param form the market and what the form does in it
 */
export function useSubmitPerpetual(form: string) {
  const { t } = useTranslation('perpetual');
  const client = useQueryClient();
  const { state, submit, clear } = useSubmission(`perpetual ${form}`, async (request: PlaceRequest, key: string) => {
    try {
      return await placeOrder(request, key);
    } catch (error) {
      // Passed on another device, or taken back: ask again what holds.
      if (error instanceof ApiError && error.code === 'quiz_required')
        void client.invalidateQueries({ queryKey: perpetualKeys.quiz });
      throw error;
    }
  });
  return {
    state,
    clear,
    submit: async (submission: Submission<PlaceRequest>): Promise<boolean> => {
      const placed = await submit(submission);
      if (placed === null) return false;
      void client.invalidateQueries({ queryKey: perpetualKeys.maxAmounts });
      usePerpetualForm.getState().setSheet(false);
      // The order feed announces fills.
      if (resting.has(placed.status)) {
        const isTrigger = placed.type === 'trigger';
        notify.success(
          t(`form.${isTrigger ? 'placedTrigger' : 'placed'}.${placed.side}`, {
            amount: formatUpTo(placed.amount, 8),
            stock: stockOf(placed.market),
            price: formatUpTo(isTrigger ? placed.trigger_price : placed.price, 8),
          }),
        );
      }
      return true;
    },
  };
}
