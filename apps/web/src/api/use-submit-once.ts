import { useIsMounted } from '../platform/use-is-mounted.ts';
import { notify } from '../ui/notify.ts';
import { messagesOf } from './api-error.ts';
import { clearSubmission, submitOnce, type Task, useSubmissionState } from './submissions.ts';

/**
 * `submitOnce` for a dialog. `submit` calls `onDone` with the answer, and returns whether it is done and the dialog is
 * still on screen, so that it can be closed.
 */
export function useSubmitOnce<Answer>(scope: string) {
  const { sending, error } = useSubmissionState(scope);
  const isMounted = useIsMounted();

  async function submit<Request>(task: Task<Request, Answer>, onDone: (answer: Answer) => void): Promise<boolean> {
    try {
      const answer = await submitOnce(scope, task);
      if (answer === null) return false;
      onDone(answer);
      return isMounted.current;
    } catch (failure) {
      // The dialog shows `error`; without it a notice does.
      if (!isMounted.current) notify.error(messagesOf(failure).join(' '));
      return false;
    }
  }

  return { sending, error, submit, clear: () => clearSubmission(scope) };
}
