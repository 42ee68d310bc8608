import type { ReactNode } from 'react';
import { Navigate, Outlet, useLocation, useSearchParams } from 'react-router-dom';
import { useSession } from '../api/session.ts';
import { safeRedirect, signInPath } from '../platform/paths.ts';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

interface RequireSessionProps {
  /** Shown until it is known whether there is a session. */
  coming?: ReactNode;
  children: ReactNode;
}

/** Pages that require a session; others are redirected to sign-in and back. */
export function RequireSession({ coming = <PageSkeleton />, children }: RequireSessionProps) {
  const { status } = useSession();
  const { pathname, search, hash } = useLocation();
  if (status === 'restoring') return coming;
  if (status === 'anonymous') return <Navigate to={signInPath(pathname + search + hash)} replace />;
  return children;
}

/** Pages for guests; a signed-in user goes on to where they were heading. */
export function GuestsOnly() {
  const { status } = useSession();
  const [query] = useSearchParams();
  if (status === 'restoring') return <PageSkeleton />;
  if (status === 'signedIn') return <Navigate to={safeRedirect(query.get('redirect'))} replace />;
  return <Outlet />;
}
