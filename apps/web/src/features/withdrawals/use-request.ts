/** Sends a request for a withdrawal: once, whatever is pressed twice or repeated after a lost answer. */
import type { FactorProof } from '@pelican/shared/contracts/auth';
import { receiverFieldsOf } from '@pelican/shared/contracts/fiat';
import type { RequestedWithdrawal } from '@pelican/shared/contracts/withdrawals';
import { useState } from 'react';
import { useSubmitOnce } from '../../api/use-submit-once.ts';
import { type NetworkWithdrawal, requestWithdrawal } from '../../api/withdrawals.ts';
import { type FormProblem, useServerErrors } from '../../identity/use-server-errors.ts';

export interface WithdrawalSending {
  isSending: boolean;
  problem: FormProblem;
  /** What the server has against fields of the form. */
  fields: Record<string, string>;
  /** @returns whether it was taken */
  send: (proof?: FactorProof) => Promise<boolean>;
  clear: () => void;
}

export function useRequest(
  wanted: NetworkWithdrawal,
  onDone: (withdrawal: RequestedWithdrawal) => void,
  {
    refresh,
    seenFee,
  }: { refresh: () => Promise<unknown> /** What was shown for what is wanted. */; seenFee: () => string | undefined },
): WithdrawalSending {
  const server = useServerErrors([
    'address',
    'memo',
    'amount',
    'bank_id',
    'terms',
    ...receiverFieldsOf(wanted.paymentKey),
  ]);
  const [fields, setFields] = useState<Record<string, string>>({});
  const { submit, sending } = useSubmitOnce<RequestedWithdrawal>('withdrawal');
  const clear = () => {
    server.clear();
    setFields({});
  };
  return {
    isSending: sending,
    problem: server.problem,
    fields,
    clear,
    async send(proof) {
      clear();
      // The key is of what is wanted, not of the proof and the fee, which may be others with each try.
      const fee = seenFee();
      const isDone = await submit(
        {
          request: wanted,
          send: (request, key) =>
            requestWithdrawal({ ...request, ...proof, ...(fee === undefined ? {} : { fee }) }, key).catch(
              (error: unknown) => {
                setFields(server.take(error));
                throw error;
              },
            ),
        },
        onDone,
      );
      void refresh();
      return isDone;
    },
  };
}
