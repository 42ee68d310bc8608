import { messagesOf } from '../api/api-error.ts';
import { message } from '../platform/i18n.ts';
import { usePreferences } from '../platform/preferences.ts';
import { confirm, type Question } from '../ui/confirm.ts';
import { notify } from '../ui/notify.ts';

/**
 * Cancels orders, which are gone at once on the screen and back when the server refuses.
 * @param failed the title of what is said then
 * @returns what the server answered; null when it refused
 */
export async function cancelHidden<Key, Answer>(
  keys: readonly Key[],
  setHidden: (keys: readonly Key[], hidden: boolean) => void,
  call: () => Promise<Answer>,
  failed: string,
): Promise<Answer | null> {
  setHidden(keys, true);
  try {
    return await call();
  } catch (error) {
    setHidden(keys, false);
    notify.error(messagesOf(error).join(' '), { title: failed });
    return null;
  }
}

/** Asks before one order is cancelled, where the user has chosen to be asked. @returns whether it may be cancelled */
export async function mayCancel(question: Omit<Question, 'tone'>): Promise<boolean> {
  if (usePreferences.getState().confirmCancels !== true) return true;
  return confirm({ ...question, tone: 'danger' });
}

/** Asks before many orders are cancelled. */
export function askToCancelAll(question: { title: string; body: string }): Promise<boolean> {
  return confirm({
    ...question,
    confirmLabel: message('dialog.cancelAll'),
    cancelLabel: message('dialog.keepOrders'),
    tone: 'danger',
  });
}
