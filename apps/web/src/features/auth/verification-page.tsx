import { Button } from '@mantine/core';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router-dom';
import { sendEmailCode } from '../../api/auth.ts';
import { FormAlert } from '../../identity/form-alert.tsx';
import { useCodeSending } from '../../identity/use-code-sending.ts';
import { addMessages } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { paths } from '../../platform/paths.ts';
import styles from './auth.module.css';
import { AuthCard } from './auth-card.tsx';
import { CodeStep } from './code-step.tsx';
import english from './locales/en.json';
import { type PendingSignUp, usePendingSignUp } from './pending-sign-up.ts';
import { PhoneStep } from './phone-step.tsx';
import { useCodes } from './use-codes.ts';

addMessages('auth', english);

function Codes({ signUp }: { signUp: PendingSignUp }) {
  const { t } = useTranslation('auth');
  const { codes, done, errors, problem, isPending, finish, type, submit } = useCodes(signUp);
  const emailSending = useCodeSending(() => sendEmailCode(signUp.verification));
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      <FormAlert problem={problem} />
      <CodeStep
        title={t('email')}
        label={t('codes.ofEmail')}
        to={signUp.email}
        isDone={done.email}
        sending={emailSending}
        code={codes.email}
        onChange={type('email')}
        error={errors.email}
      />
      {signUp.phone !== null && (
        <PhoneStep
          signUp={signUp}
          isDone={done.phone}
          code={codes.phone}
          onChange={type('phone')}
          error={errors.phone}
        />
      )}
      <Button type="submit" size="md" fullWidth loading={isPending}>
        {t('codes.submit')}
      </Button>
      <Button variant="subtle" fullWidth disabled={isPending} onClick={() => finish()}>
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
    <AuthCard title={t('codes.title')} lead={t('codes.lead', { email: signUp.email })}>
      <Codes key={signUp.verification} signUp={signUp} />
    </AuthCard>
  );
}
