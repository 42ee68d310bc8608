import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { securityQuery } from '../../../api/security.ts';
import { addMessages } from '../../../platform/i18n.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { SettingsPage } from '../../../ui/settings-section.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { AntiPhishing } from './anti-phishing.tsx';
import english from './locales/en.json';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { SignInsSection } from './sign-ins-section.tsx';
import { TwoFactorSection } from './two-factor-section.tsx';
import { UnverifiedEmail } from './unverified-email.tsx';
import { WithdrawalLock } from './withdrawal-lock.tsx';

addMessages('settings-security', english);

/** What guards the account. Each section shows itself at once and its facts when they have come. */
export function Component() {
  const { t } = useTranslation('settings-security');
  usePageTitle(t('title'));
  const { data: security, error, refetch } = useQuery(securityQuery);
  return (
    <SettingsPage title={t('title')} wide>
      {error && !security ? (
        <ErrorState title={t('notLoaded')} error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          {security?.emailVerified === false && <UnverifiedEmail />}
          <WithdrawalLock />
          <TwoFactorSection security={security} />
          <PasswordSection security={security} />
          <PasskeysSection security={security} />
          <AntiPhishing security={security} />
        </>
      )}
      <SessionsSection />
      <SignInsSection />
    </SettingsPage>
  );
}
