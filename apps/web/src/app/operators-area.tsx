/** The console behind its guard. An address without a screen is answered as such without a sign-in. */
import { useEffect } from 'react';
import { Navigate, type RouteObject, useParams, useRoutes } from 'react-router-dom';
import { opsScreens } from '../features/ops/screens.ts';
import { paths } from '../platform/paths.ts';
import { RequireSession } from './guards.tsx';
import { hasWidget } from './layouts/widget-script.ts';
import { lazyPage } from './lazy-page.tsx';

/** The frame of the console with its screens in it; the frame shows its first screen itself. */
export const consoleRoutes: RouteObject[] = [
  {
    element: lazyPage(() => import('../features/ops/ops-area.tsx')),
    children: [
      { index: true, element: null },
      ...opsScreens.map(({ path, load }): RouteObject => ({ path: `${path}/*`, element: lazyPage(load) })),
    ],
  },
];

export function Component() {
  const name = useParams()['*']?.split('/')[0];
  const operatorConsole = useRoutes(consoleRoutes);
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
