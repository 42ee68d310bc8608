/** The console behind its guard. An address without a screen is answered as such without a sign-in. */
import { Navigate, useParams } from 'react-router-dom';
import { opsScreens } from '../features/ops/screens.ts';
import { paths } from '../platform/paths.ts';
import { RequireSession } from './guards.tsx';
import { lazyPage } from './lazy-page.tsx';

const operatorConsole = lazyPage(() => import('../features/ops/ops-area.tsx'));

export function Component() {
  const name = useParams()['*']?.split('/')[0];
  const exists = !name || opsScreens.some(({ path }) => path === name);
  if (!exists) return <Navigate to={paths.notFound} replace />;
  return <RequireSession>{operatorConsole}</RequireSession>;
}
