import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { logout } from '../../api/auth.ts';
import { addMessages } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { paths } from '../../platform/paths.ts';
import { Logo } from '../../ui/logo.tsx';
import { AuthCard } from './auth-card.tsx';
import english from './locales/en.json';

addMessages('auth', english);

/** Signs out as soon as it is opened. */
export function Component() {
  const { t } = useTranslation('auth');
  usePageTitle(t('logOut.title'));
  const [done, setDone] = useState(false);
  useEffect(() => {
    void logout().finally(() => setDone(true));
  }, []);
  return (
    <AuthCard
      mark={<Logo />}
      title={t(done ? 'logOut.done' : 'logOut.working')}
      lead={done ? t('logOut.others') : undefined}
    >
      {done && (
        <p>
          <Link to={paths.signIn}>{t('logOut.again')}</Link> · <Link to={paths.market}>{t('logOut.markets')}</Link>
        </p>
      )}
    </AuthCard>
  );
}
