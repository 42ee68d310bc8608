import { createElement, Fragment, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, isOutcomeUnknown, messagesOf } from '../../api/api-error.ts';
import { clearSubmission, submitOnce, useSubmissionState } from '../../api/submissions.ts';
import { usePreferences } from '../../platform/preferences.ts';
import { confirm } from '../../ui/confirm.ts';
import { notify } from '../../ui/notify.ts';
import { needsConfirmation, type PriceGuard } from './market-estimate.ts';

export interface Submission<Request> {
  request: Request;
  side: 'buy' | 'sell';
  guard: PriceGuard;
  /** The label of the button: "Buy 0.015 BTC". */
  title: string;
  /** What the order is and costs. */
  summary: ReactNode;
  /** How far the price is from the market; shown when the guard trips. */
  warning: string;
  /** What must be typed when the guard demands it. */
  typeToConfirm: string;
  /** Gets the focus when the exchange refuses the price. */
  priceField?: RefObject<HTMLInputElement | null>;
}

export interface SubmitState {
  sending: boolean;
  /** Texts by field, from the last refusal. */
  fieldErrors: Record<string, string[]>;
  /** The last refusal is said at the price field alone. */
  isPriceRefused: boolean;
  /** Texts of the last refusal; stay in the form after the toast is gone. */
  messages: string[];
}

function ask(submission: Submission<unknown>): Promise<boolean> {
  const { side, guard, title, summary, warning, typeToConfirm } = submission;
  return confirm({
    title: `${title}?`,
    body: guard === 'ok' ? summary : createElement(Fragment, null, summary, ' ', warning),
    confirmLabel: title,
    tone: side,
    ...(guard === 'type' ? { typeToConfirm } : {}),
  });
}

/** What the price field says is said there alone. */
function isAboutPrice(failure: unknown): failure is ApiError {
  return failure instanceof ApiError && failure.code === 'would_take';
}

/**
 * Asks, sends and reports refusals. `submit` returns the placed order, or null when there is none.
 * @param scope the market and form; one order at a time is under way in it
 * @param place sends a request under a key: the same key is the same order
 */
export function useSubmission<Request, Placed>(
  scope: string,
  place: (request: Request, key: string) => Promise<Placed>,
) {
  const { t } = useTranslation('terminal');
  const { sending, error } = useSubmissionState(scope);
  const confirmOrders = usePreferences((preferences) => preferences.confirmOrders);
  const textsOf = (failure: unknown) =>
    isOutcomeUnknown(failure) ? [...messagesOf(failure), t('form.outcomeUnknown')] : messagesOf(failure);

  // The warning that may have stood there before says the same of an order that is not sent yet.
  function fieldErrorsOf(failure: unknown): Record<string, string[]> {
    if (isAboutPrice(failure)) return { price: [t('form.notPlaced'), ...failure.messages] };
    return failure instanceof ApiError ? failure.fields : {};
  }

  function report(failure: unknown, { priceField }: Submission<Request>): void {
    const options = { title: t('form.error') };
    if (isAboutPrice(failure)) priceField?.current?.focus();
    else if (isOutcomeUnknown(failure)) notify.warning(t('form.outcomeUnknown'), options);
    else for (const text of messagesOf(failure)) notify.error(text, options);
  }

  async function submit(submission: Submission<Request>): Promise<Placed | null> {
    try {
      return await submitOnce(scope, {
        request: submission.request,
        send: place,
        ...(needsConfirmation(confirmOrders, submission.guard) ? { mayProceed: () => ask(submission) } : {}),
      });
    } catch (failure) {
      report(failure, submission);
      return null;
    }
  }

  const state: SubmitState = {
    sending,
    fieldErrors: fieldErrorsOf(error),
    isPriceRefused: isAboutPrice(error),
    messages: error === null || isAboutPrice(error) ? [] : textsOf(error),
  };
  return { state, submit, clear: () => clearSubmission(scope) };
}
