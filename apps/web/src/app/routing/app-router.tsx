import { startTransition, useLayoutEffect, useMemo, useState } from 'react';
import { matchRoutes, type RouteObject, Router, useLocation, useRoutes } from 'react-router-dom';
import { type RouteHandle, RouteHandleContext } from '../layouts/route-handle.ts';
import type { AppHistory, Visit } from './app-history.ts';
import { KeepsPositionContext } from './scroll-restoration.tsx';

function Pages({ routes }: { routes: RouteObject[] }) {
  const { pathname } = useLocation();
  const handle = useMemo(
    () => matchRoutes(routes, pathname)?.at(-1)?.route.handle as RouteHandle | undefined,
    [routes, pathname],
  );
  return <RouteHandleContext value={handle}>{useRoutes(routes)}</RouteHandleContext>;
}

/**
 * Shows the page of the window's address. The router of react-router that also loads data weighs more than twice as much as
 * this one, and the client has queries for that (docs/decisions/0247).
 */
export function AppRouter({ history, routes }: { history: AppHistory; routes: RouteObject[] }) {
  const [{ location, keepsPosition }, setVisit] = useState<Visit>(() => ({
    location: history.location(),
    keepsPosition: false,
  }));
  // In a transition the page that is being left stays until the code of the next one is here.
  useLayoutEffect(() => history.listen((visit) => startTransition(() => setVisit(visit))), [history]);
  return (
    <Router basename={history.basename} location={location} navigator={history.navigator}>
      <KeepsPositionContext value={keepsPosition}>
        <Pages routes={routes} />
      </KeepsPositionContext>
    </Router>
  );
}
