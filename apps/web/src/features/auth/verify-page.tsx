import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { ApiError, messagesOf } from '../../api/api-error.ts';
import { confirmEmail } from '../../api/auth.ts';
import { useSession } from '../../api/session.ts';
import { FormAlert } from '../../identity/form-alert.tsx';
import { addMessages } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { paths } from '../../platform/paths.ts';
import { notify } from '../../ui/notify.ts';
import { AuthCard } from './auth-card.tsx';

import english from './locales/en.json';

addMessages('auth', english);

/** The server's text for a bad token is about a session; a link has a text of its own. */
function problemsOf(error: unknown, badLink: string): string[] {
  if (!error) return [];
  return error instanceof ApiError && error.code === 'invalid_token' ? [badLink] : messagesOf(error);
}

/**
 * Where the link of the sign-up mail leads. A newcomer who is signed in already has the address confirmed too, and is then
 * sent to the welcome page. A link that does not work is said here to everybody.
 */
export function Component() {
  const { t } = useTranslation('auth');
  usePageTitle(t('verify.title'));
  const navigate = useNavigate();
  const { status, isSignedIn } = useSession();
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const { data, error } = useQuery({
    queryKey: ['confirm-email', token],
    queryFn: () => confirmEmail(token),
    enabled: token !== '',
    // Asked once: a repeat would only find the token used.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    if (!isSignedIn || !data) return;
    notify.success(t('verify.done'));
    void navigate(paths.welcome, { replace: true });
  }, [isSignedIn, data, navigate, t]);
  if (token === '') return <Navigate to={isSignedIn ? paths.welcome : paths.signIn} replace />;
  return (
    <AuthCard title={t('verify.title')}>
      {!error && <p role="status">{t(data ? 'verify.doneSignIn' : 'verify.working')}</p>}
      <FormAlert problem={{ messages: problemsOf(error, t('verify.failed')), untilMs: null }} />
      {status === 'anonymous' && (
        <p>
          <Link to={paths.signIn}>{t('signIn.submit')}</Link>
        </p>
      )}
    </AuthCard>
  );
}
