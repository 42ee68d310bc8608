import { verificationRequest } from '@pelican/shared/contracts/sign-up';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { confirmVerification, login } from '../../api/auth.ts';
import { useServerErrors } from '../../identity/use-server-errors.ts';
import { problemWith } from '../../identity/validate.ts';
import { notify } from '../../ui/notify.ts';
import { keepSignUp, type PendingSignUp } from './pending-sign-up.ts';

const channels = ['email', 'phone'] as const;
export type Channel = (typeof channels)[number];

/** Refusals of one code; any other is of the form as a whole. */
const ofTheCode: ReadonlySet<string> = new Set(['code_wrong', 'phone_taken']);

/**
 * Ends the sign-up: with the password still at hand the newcomer is signed in, otherwise asked for it. The guard of the page
 * goes on from there.
 */
function useFinish({ email, password }: PendingSignUp) {
  const { t } = useTranslation('auth');
  return useMutation({
    mutationFn: async () => {
      if (password === undefined || (await login({ email, password })) !== null) return;
      notify.success(t('signUp.next'), { title: t('signUp.done') });
    },
    onSettled: () => keepSignUp(null),
  });
}

/** The two codes of a sign-up: what is typed, what is confirmed, and what is wrong with each. */
export function useCodes(signUp: PendingSignUp) {
  const { t } = useTranslation('auth');
  const { verification, phone } = signUp;
  const [codes, setCodes] = useState<Record<Channel, string>>({ email: '', phone: '' });
  const [done, setDone] = useState<Record<Channel, boolean>>({ email: false, phone: phone === null });
  const [errors, setErrors] = useState<Partial<Record<Channel, string | undefined>>>({});
  const server = useServerErrors([]);
  const finish = useFinish(signUp);

  const requestOf = (channel: Channel) => ({ verification, [`${channel}_code`]: codes[channel] });

  const confirmOne = async (channel: Channel) => {
    try {
      const answer = await confirmVerification(requestOf(channel));
      const next = { email: answer.email_verified, phone: answer.phone_verified || phone === null };
      setDone(next);
      return next;
    } catch (error) {
      if (!(error instanceof ApiError) || !ofTheCode.has(error.code)) throw error;
      const text = Object.values(error.fields)[0] ?? error.messages;
      setErrors((others) => ({ ...others, [channel]: text.join(' ') }));
      setCodes((others) => ({ ...others, [channel]: '' }));
      return null;
    }
  };

  const confirm = useMutation({
    // One code a call: a refusal is of that code, and the other one counts all the same.
    mutationFn: async (typed: Channel[]) => {
      for (const channel of typed) {
        const now = await confirmOne(channel);
        if (now?.email && now.phone) finish.mutate();
      }
    },
    onMutate: server.clear,
    onError: (error) => void server.take(error),
  });

  return {
    codes,
    done,
    errors,
    problem: server.problem,
    isPending: confirm.isPending || finish.isPending,
    finish: finish.mutate,
    type: (channel: Channel) => (code: string) => {
      setCodes((others) => ({ ...others, [channel]: code }));
      setErrors((others) => ({ ...others, [channel]: undefined }));
    },
    submit: () => {
      const open = channels.filter((channel) => !done[channel]);
      const typed = open.filter((channel) => codes[channel] !== '');
      // Without any code the first one is missing; one that is half typed is no reason to leave it out.
      const short =
        typed.length === 0
          ? open.slice(0, 1)
          : typed.filter((name) => problemWith(verificationRequest, requestOf(name)) !== undefined);
      setErrors(Object.fromEntries(short.map((channel) => [channel, t('codes.missing')])));
      if (short.length === 0) confirm.mutate(typed);
    },
  };
}
