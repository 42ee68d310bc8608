import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messagesOf } from '../../api/api-error.ts';
import { loansKey } from '../../api/loans.ts';
import { useSubmitOnce } from '../../api/use-submit-once.ts';
import { balancesKey } from '../../api/wallet.ts';
import { useServerErrors } from '../../identity/use-server-errors.ts';
import { notify } from '../../ui/notify.ts';

interface LoanAct<Request, Answer> {
  /** What is not sent twice at a time. */
  scope: string;
  send: (request: Request, key: string) => Promise<Answer>;
  /** Of the form, to which faults belong. */
  fields?: readonly string[];
  /** Nothing on the page shows a refusal: a notice does. */
  isNotified?: boolean;
}

/** Changes a loan or an offer, once a click, and reads everything about loans anew whatever has come of it. */
export function useLoanAct<Request, Answer>(options: LoanAct<Request, Answer>) {
  const { scope, send, fields = [], isNotified = false } = options;
  const client = useQueryClient();
  const server = useServerErrors(fields);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const { submit, sending } = useSubmitOnce<Answer>(scope);
  const act = async (request: Request, onDone: (answer: Answer) => void) => {
    server.clear();
    const sendOrTake = (wanted: Request, key: string) =>
      send(wanted, key).catch((error: unknown) => {
        setErrors(server.take(error));
        if (isNotified) notify.error(messagesOf(error).join(' '));
        throw error;
      });
    await submit({ request, send: sendOrTake }, onDone);
    await Promise.all([loansKey, balancesKey].map((queryKey) => client.invalidateQueries({ queryKey: [...queryKey] })));
  };
  return { act, sending, problem: server.problem, errors, setErrors };
}
