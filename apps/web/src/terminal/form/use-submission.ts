import { createElement, Fragment, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, messagesOf } from '../../api/api-error.ts';
import { usePreferences } from '../../platform/preferences.ts';
import { randomId } from '../../platform/random-id.ts';
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
}

export interface SubmitState {
  sending: boolean;
  /** Texts by field, from the last refusal. */
  fieldErrors: Record<string, string[]>;
  /** Texts of the last refusal; stay in the form after the toast is gone. */
  messages: string[];
}

const idle: SubmitState = { sending: false, fieldErrors: {}, messages: [] };

/**
 * Asks, sends and reports refusals. `submit` answers the placed order, or null when there is none.
 * @param place sends a request under a key: the same key is the same order
 */
export function useSubmission<Request, Placed>(place: (request: Request, key: string) => Promise<Placed>) {
  const { t } = useTranslation('terminal');
  const [state, setState] = useState(idle);
  const confirmOrders = usePreferences((preferences) => preferences.confirmOrders);
  /** An attempt whose fate is unknown is repeated under its first key, so that it cannot become two orders. */
  const uncertain = useRef<{ content: string; key: string } | null>(null);
  const isUnderWay = useRef(false);

  async function send(request: Request): Promise<Placed> {
    const content = JSON.stringify(request);
    const key = uncertain.current?.content === content ? uncertain.current.key : randomId();
    try {
      const placed = await place(request, key);
      uncertain.current = null;
      return placed;
    } catch (error) {
      uncertain.current = error instanceof ApiError && error.outcomeUnknown ? { content, key } : null;
      throw error;
    }
  }

  /** A double click is one order: nothing is asked or sent before the first submission has its answer. */
  async function submit(submission: Submission<Request>): Promise<Placed | null> {
    if (isUnderWay.current) return null;
    isUnderWay.current = true;
    try {
      return await submitOne(submission);
    } finally {
      isUnderWay.current = false;
    }
  }

  async function submitOne(submission: Submission<Request>): Promise<Placed | null> {
    const { side, guard, title, summary, warning, typeToConfirm } = submission;
    if (needsConfirmation(confirmOrders, guard)) {
      const yes = await confirm({
        title: `${title}?`,
        body: guard === 'ok' ? summary : createElement(Fragment, null, summary, ' ', warning),
        confirmLabel: title,
        tone: side,
        ...(guard === 'type' ? { typeToConfirm } : {}),
      });
      if (!yes) return null;
    }
    setState({ ...idle, sending: true });
    try {
      const placed = await send(submission.request);
      setState(idle);
      return placed;
    } catch (error) {
      const messages = messagesOf(error);
      for (const text of messages) notify.error(text, { title: t('form.error') });
      setState({ sending: false, fieldErrors: error instanceof ApiError ? error.fields : {}, messages });
      return null;
    }
  }

  return { state, submit, clear: () => setState(idle) };
}
