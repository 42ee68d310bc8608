/** The console behind its guard. An address without a screen is answered as such without a sign-in. */
import { useEffect } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { opsScreens } from '../features/ops/screens.ts';
import { paths } from '../platform/paths.ts';
import { RequireSession } from './guards.tsx';
import { hasWidget } from './layouts/widget-script.ts';
import { lazyPage } from './lazy-page.tsx';

const operatorConsole = lazyPage(() => import('../features/ops/ops-area.tsx'));

export function Component() {
  const name = useParams()['*']?.split('/')[0];
  const exists = !name || opsScreens.some(({ path }) => path === name);
  // A widget's script could read what the console shows, and is gone with its document alone.
  const mustReload = hasWidget();
  useEffect(() => {
    if (mustReload) location.reload();
  }, [mustReload]);
  if (mustReload) return null;
  if (!exists) return <Navigate to={paths.notFound} replace />;
  return <RequireSession>{operatorConsole}</RequireSession>;
}
