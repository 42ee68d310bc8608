import { Button, PasswordInput } from '@mantine/core';
import { confirmationRequest } from '@pelican/shared/contracts/sign-up';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { ApiError, messagesOf } from '../../api/api-error.ts';
import { confirmEmail } from '../../api/auth.ts';
import { useSession } from '../../api/session.ts';
import { FormAlert } from '../../identity/form-alert.tsx';
import { useServerErrors } from '../../identity/use-server-errors.ts';
import { problemWith } from '../../identity/validate.ts';
import { addMessages } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { paths } from '../../platform/paths.ts';
import { notify } from '../../ui/notify.ts';
import styles from './auth.module.css';
import { AuthCard } from './auth-card.tsx';

import english from './locales/en.json';

addMessages('auth', english);

function isOf(error: unknown, code: string): boolean {
  return error instanceof ApiError && error.code === code;
}

/** The server's text for a bad token is about passwords; a link of a sign-up has a text of its own. */
function problemsOf(error: unknown, badLink: string): string[] {
  if (!error) return [];
  return isOf(error, 'link_ended') ? [badLink] : messagesOf(error);
}

interface PasswordFormProps {
  token: string;
  isSignedIn: boolean;
  onDone: () => void;
}

/** Without a session of the account its password shows that it is the reader's own. */
function PasswordForm({ token, isSignedIn, onDone }: PasswordFormProps) {
  const { t } = useTranslation('auth');
  const server = useServerErrors(['password']);
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const confirm = useMutation({
    mutationFn: () => confirmEmail(token, { isSignedIn, password }),
    onMutate: server.clear,
    onSuccess: onDone,
    onError: (error) => setProblem(server.take(error).password),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemWith(confirmationRequest, { password });
    setProblem(password === '' ? t('verify.passwordMissing') : found);
    if (found === undefined) confirm.mutate();
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <p>{t('verify.passwordWhy')}</p>
      <FormAlert problem={server.problem} />
      <PasswordInput
        label={t('verify.password')}
        size="md"
        autoComplete="current-password"
        autoFocus
        value={password}
        error={problem}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
          setProblem(undefined);
        }}
      />
      <Button type="submit" size="md" fullWidth loading={confirm.isPending}>
        {t('verify.confirm')}
      </Button>
      <p className="hint">
        <Link to={paths.forgotPassword}>{t('verify.notYou')}</Link>
      </p>
    </form>
  );
}

/**
 * Where the link of the sign-up mail leads. A newcomer who is signed in has the address confirmed, and is then
 * sent to the welcome page; others give their password. A link that does not work is said here to everybody.
 */
export function Component() {
  const { t } = useTranslation('auth');
  usePageTitle(t('verify.title'));
  const navigate = useNavigate();
  const { status, isSignedIn } = useSession();
  const [query] = useSearchParams();
  const [hasGiven, setHasGiven] = useState(false);
  const token = query.get('token') ?? '';
  const { isSuccess, error } = useQuery({
    queryKey: ['confirm-email', token],
    queryFn: () => confirmEmail(token, { isSignedIn }),
    enabled: token !== '' && status !== 'restoring',
    // Asked once: a repeat would only find the token used.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isDone = isSuccess || hasGiven;
  useEffect(() => {
    if (!isSignedIn || !isDone) return;
    notify.success(t('verify.done'));
    void navigate(paths.welcome, { replace: true });
  }, [isSignedIn, isDone, navigate, t]);
  if (token === '') return <Navigate to={isSignedIn ? paths.welcome : paths.signIn} replace />;
  const isPasswordDue = !isDone && isOf(error, 'password_needed');
  const problems = isDone || isPasswordDue ? [] : problemsOf(error, t('verify.failed'));
  return (
    <AuthCard title={t('verify.title')}>
      {(isDone || !error) && <p role="status">{t(isDone ? 'verify.doneSignIn' : 'verify.working')}</p>}
      {isPasswordDue && <PasswordForm token={token} isSignedIn={isSignedIn} onDone={() => setHasGiven(true)} />}
      <FormAlert problem={{ messages: problems, untilMs: null }} />
      {status === 'anonymous' && !isPasswordDue && (
        <p>
          <Link to={paths.signIn}>{t('signIn.submit')}</Link>
        </p>
      )}
    </AuthCard>
  );
}
