import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { ApiError, messagesOf } from '../../api/api-error.ts';
import { stopFactorRecovery } from '../../api/auth.ts';
import { FormAlert } from '../../identity/form-alert.tsx';
import { addMessages } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { paths } from '../../platform/paths.ts';
import styles from './auth.module.css';
import { AuthCard } from './auth-card.tsx';
import english from './locales/en.json';

addMessages('auth', english);

/** The page of the link in the mail about a recovery of second factors. A press stops it, not the link: programs open links too. */
export function Component() {
  const { t } = useTranslation('auth');
  usePageTitle(t('stopRecovery.title'));
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const stop = useMutation({ mutationFn: () => stopFactorRecovery(token) });
  if (token === '') return <Navigate to={paths.signIn} replace />;
  const hasEnded = stop.error instanceof ApiError && stop.error.code === 'link_ended';
  const messages = hasEnded ? [t('stopRecovery.ended')] : stop.error ? messagesOf(stop.error) : [];
  return (
    <AuthCard title={t('stopRecovery.title')}>
      <div className={styles.form}>
        {stop.isSuccess ? (
          <p role="status">{t('stopRecovery.done')}</p>
        ) : (
          <>
            <p>{t('stopRecovery.body')}</p>
            <FormAlert problem={{ messages, untilMs: null }} />
            {!hasEnded && (
              <Button variant="danger" fullWidth loading={stop.isPending} onClick={() => stop.mutate()}>
                {t('stopRecovery.submit')}
              </Button>
            )}
          </>
        )}
      </div>
      <p className={styles.foot}>
        <Link to={paths.forgotPassword}>{t('stopRecovery.password')}</Link>
      </p>
    </AuthCard>
  );
}
