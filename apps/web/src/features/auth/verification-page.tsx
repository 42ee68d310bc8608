import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router-dom';
import { ApiError } from '../../api/api-error.ts';
import { confirmVerification, login, sendEmailCode, sendPhoneCode } from '../../api/auth.ts';
import { CodeField, codeLength } from '../../identity/code-field.tsx';
import { FormAlert } from '../../identity/form-alert.tsx';
import { ResendCode } from '../../identity/resend-code.tsx';
import { type CodeSending, useCodeSending } from '../../identity/use-code-sending.ts';
import { useServerErrors } from '../../identity/use-server-errors.ts';
import { addMessages } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { paths } from '../../platform/paths.ts';
import { notify } from '../../ui/notify.ts';
import { StatusChip } from '../../ui/status-chip.tsx';
import styles from './auth.module.css';
import { AuthCard } from './auth-card.tsx';
import english from './locales/en.json';
import { keepSignUp, type PendingSignUp, usePendingSignUp } from './pending-sign-up.ts';

addMessages('auth', english);

interface CodeStepProps {
  title: string;
  to: string;
  isDone: boolean;
  sending: CodeSending;
  code: string;
  onChange: (code: string) => void;
  error?: string | undefined;
}

/** One of the two things to show: a code to ask for and to type, or that it is done. */
function CodeStep({ title, to, isDone, sending, code, onChange, error }: CodeStepProps) {
  const { t } = useTranslation('auth');
  return (
    <section className={styles.step} aria-label={title}>
      <div className={styles.stepHead}>
        <h2>{title}</h2>
        <StatusChip tone={isDone ? 'done' : 'attention'} label={t(isDone ? 'codes.done' : 'codes.open')} />
      </div>
      <p className="muted">{to}</p>
      {!isDone && (
        <>
          <ResendCode sending={sending} />
          <CodeField label={t('codes.of', { what: title })} value={code} onChange={onChange} error={error} />
        </>
      )}
    </section>
  );
}

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

function Codes({ signUp }: { signUp: PendingSignUp }) {
  const { t } = useTranslation('auth');
  const { verification, phone } = signUp;
  const [codes, setCodes] = useState({ email_code: '', phone_code: '' });
  const [done, setDone] = useState({ email: false, phone: phone === null });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const server = useServerErrors(['email_code', 'phone_code', 'phone']);
  const finish = useFinish(signUp);
  const emailSending = useCodeSending(() => sendEmailCode(verification));
  const phoneSending = useCodeSending(() => sendPhoneCode(verification));
  const confirm = useMutation({
    mutationFn: () =>
      confirmVerification({
        verification,
        ...(codes.email_code.length === codeLength && !done.email ? { email_code: codes.email_code } : {}),
        ...(codes.phone_code.length === codeLength && !done.phone ? { phone_code: codes.phone_code } : {}),
      }),
    onMutate: server.clear,
    onSuccess: ({ email_verified, phone_verified }) => {
      const next = { email: email_verified, phone: phone_verified || phone === null };
      setDone(next);
      if (next.email && next.phone) finish.mutate();
    },
    onError: (error) => {
      setErrors(server.take(error));
      if (error instanceof ApiError && error.code === 'code_wrong') setCodes({ email_code: '', phone_code: '' });
    },
  });
  const type = (name: 'email_code' | 'phone_code') => (code: string) => {
    setCodes({ ...codes, [name]: code });
    setErrors({});
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isTyped = (code: string, isDone: boolean) => !isDone && code.length === codeLength;
    if (isTyped(codes.email_code, done.email) || isTyped(codes.phone_code, done.phone)) return confirm.mutate();
    const missing = t('codes.missing');
    setErrors(done.email ? { phone_code: missing } : { email_code: missing });
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <FormAlert problem={server.problem} />
      <CodeStep
        title={t('email')}
        to={signUp.email}
        isDone={done.email}
        sending={emailSending}
        code={codes.email_code}
        onChange={type('email_code')}
        error={errors.email_code}
      />
      {phone !== null && (
        <CodeStep
          title={t('phone')}
          to={phone}
          isDone={done.phone}
          sending={phoneSending}
          code={codes.phone_code}
          onChange={type('phone_code')}
          error={errors.phone_code ?? errors.phone}
        />
      )}
      <Button type="submit" size="md" fullWidth loading={confirm.isPending || finish.isPending}>
        {t('codes.submit')}
      </Button>
      <Button variant="subtle" fullWidth disabled={finish.isPending} onClick={() => finish.mutate()}>
        {t('codes.later')}
      </Button>
    </form>
  );
}

/** The codes of a sign-up, by mail and by text message. Without one under way there is nothing to confirm here. */
export function Component() {
  const { t } = useTranslation('auth');
  usePageTitle(t('codes.title'));
  const signUp = usePendingSignUp();
  if (signUp === null) return <Navigate to={paths.signIn} replace />;
  return (
    <AuthCard title={t('codes.title')} lead={t('codes.lead')}>
      <Codes key={signUp.verification} signUp={signUp} />
    </AuthCard>
  );
}
