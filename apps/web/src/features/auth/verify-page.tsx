import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { messagesOf } from '../../api/api-error.ts';
import { confirmEmail } from '../../api/auth.ts';
import { addMessages } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { paths } from '../../platform/paths.ts';
import { AuthCard } from './auth-card.tsx';
import { FormAlert } from './form-alert.tsx';
import english from './locales/en.json';

addMessages('auth', english);

/** Where the link of the sign-up mail leads. */
export function Component() {
  const { t } = useTranslation('auth');
  usePageTitle(t('verify.title'));
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const { data, error } = useQuery({
    queryKey: ['confirm-email', token],
    queryFn: () => confirmEmail(token),
    enabled: token !== '',
    // A token is good for one use.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (token === '') return <Navigate to={paths.signIn} replace />;
  return (
    <AuthCard title={t('verify.title')}>
      <p role="status">{data ? t('verify.done') : error ? t('verify.failed') : t('verify.working')}</p>
      <FormAlert messages={error ? messagesOf(error) : []} />
      <p>
        <Link to={paths.signIn}>{t('signIn.submit')}</Link>
      </p>
    </AuthCard>
  );
}
