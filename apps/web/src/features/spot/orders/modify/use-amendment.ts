import type { AmendOrderRequest, SpotOrder } from '@pelican/shared/contracts/spot';
import { useTranslation } from 'react-i18next';
import { ApiError, isOutcomeUnknown, messagesOf } from '../../../../api/api-error.ts';
import { amendOrder } from '../../../../api/spot-amend.ts';
import { useSubmitOnce } from '../../../../api/use-submit-once.ts';
import { formatUpTo } from '../../../../ui/format.ts';
import { notify } from '../../../../ui/notify.ts';
import { useSpotMarket } from '../../market-context.ts';
import { refusedField } from './amendment.ts';
import { modifyMessages } from './messages.ts';

/** A change of the order as it is known at this `seq`: the same words later may mean another change, and have another key. */
interface Amendment {
  request: AmendOrderRequest;
  seq: number;
}

/** Sends one change at a time, and says how it ended; refusals go to the fields that they are about. */
export function useAmendment(order: SpotOrder, onClose: () => void) {
  const { t } = useTranslation(modifyMessages);
  const { info, grouping } = useSpotMarket();
  const { sending, error, submit, clear } = useSubmitOnce<SpotOrder>(`spot modify ${order.id}`);

  async function amend(request: AmendOrderRequest, mayProceed?: () => Promise<boolean>): Promise<void> {
    const isDone = await submit<Amendment>(
      {
        request: { request, seq: order.seq },
        send: (amendment, key) => amendOrder(amendment.request, key),
        ...(mayProceed ? { mayProceed } : {}),
      },
      (now) => {
        const price = formatUpTo(now.price, 8, grouping);
        notify.success(t('done', { amount: formatUpTo(now.amount, 8, grouping), stock: info.stock, price }));
      },
    );
    if (isDone) onClose();
  }

  const field = error instanceof ApiError ? refusedField(error.code) : undefined;
  const fields = error instanceof ApiError ? error.fields : {};
  const texts = error === null ? [] : messagesOf(error);
  const isAtField = field !== undefined || fields.price !== undefined || fields.amount !== undefined;
  return {
    sending,
    amend,
    clear,
    /** Texts by field, from the last refusal. */
    fieldErrors: field === undefined ? fields : { [field]: texts },
    /** What the last refusal says of the order as a whole. */
    messages: isAtField ? [] : isOutcomeUnknown(error) ? [...texts, t('outcomeUnknown')] : texts,
  };
}
