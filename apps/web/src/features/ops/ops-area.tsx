import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, Outlet, useLocation, useNavigate } from 'react-router-dom';
import { ApiError } from '../../api/api-error.ts';
import { logout } from '../../api/auth.ts';
import { operatorSelfQuery } from '../../api/operators.ts';
import { serverNow } from '../../platform/clock.ts';
import { addMessages } from '../../platform/i18n.ts';
import { paths, signInPath } from '../../platform/paths.ts';
import { PageSkeleton } from '../../ui/page-skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import './contracts.ts';
import { Home } from './home/home-page.tsx';
import { KeysDialog } from './keys/keys-dialog.tsx';
import { useKeys } from './keys/use-keys.ts';
import english from './locales/en.json';
import styles from './ops-area.module.css';
import { useOperator } from './parts/use-operator.ts';
import { Rail } from './rail.tsx';
import { type OpsScreen, opsScreens } from './screens.ts';

addMessages('ops', english);

/** The operator console. To everybody but operators it is a page that does not exist. */
export function Component() {
  const { t } = useTranslation('ops');
  const { data, error, refetch } = useQuery({ ...operatorSelfQuery, retry: false });
  if (data) return data.fresh_until * 1000 <= serverNow() ? <SignInAgain /> : <Console />;
  if (!error) return <PageSkeleton />;
  if (error instanceof ApiError && error.code === 'sign_in_again') return <SignInAgain />;
  if (error instanceof ApiError && error.code === 'operator_two_factor') return <FactorFirst />;
  if (error instanceof ApiError && error.status >= 403 && error.status <= 404)
    return <Navigate to={paths.notFound} replace />;
  return <ErrorState title={t('notLoaded')} error={error} onRetry={() => void refetch()} />;
}

/** A working day after the sign-in each call would need a proof of its own; one sign-in opens all. */
function SignInAgain() {
  const { t } = useTranslation('ops');
  const navigate = useNavigate();
  return (
    <div className={styles.card} role="alert">
      <h1>{t('signInAgain.title')}</h1>
      <p className="muted">{t('signInAgain.body')}</p>
      <Button onClick={() => void logout().then(() => navigate(signInPath(paths.operators)))}>
        {t('signInAgain.submit')}
      </Button>
    </div>
  );
}

/** Outside a demo an operator enables a second factor before anything else. */
function FactorFirst() {
  const { t } = useTranslation('ops');
  return (
    <div className={styles.card} role="alert">
      <h1>{t('factorFirst.title')}</h1>
      <p className="muted">{t('factorFirst.body')}</p>
      <Button component={Link} to={paths.security}>
        {t('factorFirst.submit')}
      </Button>
    </div>
  );
}

function Console() {
  const { t } = useTranslation('ops');
  const { may } = useOperator();
  const [showsKeys, setShowsKeys] = useState(false);
  useKeys({ '?': () => setShowsKeys(true) });
  const visible = opsScreens.filter(({ permission }) => permission === undefined || may(permission));
  return (
    <div className={styles.console}>
      <Rail screens={visible} onKeys={() => setShowsKeys(true)} />
      <section className={styles.content} aria-label={t('title')}>
        <Suspense fallback={<PageSkeleton />}>
          <Screen visible={visible} />
        </Suspense>
      </section>
      {showsKeys && <KeysDialog onClose={() => setShowsKeys(false)} />}
    </div>
  );
}

/** The screen of the address, whose code the router loads (app/operators-area.tsx), for those who may see it. */
function Screen({ visible }: { visible: readonly OpsScreen[] }) {
  const { pathname } = useLocation();
  const name = pathname.slice(paths.operators.length).split('/')[1];
  if (!name) return <Home screens={visible} />;
  return visible.some(({ path }) => path === name) ? <Outlet /> : <Navigate to={paths.notFound} replace />;
}
