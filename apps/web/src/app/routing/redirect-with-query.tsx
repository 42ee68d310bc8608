import { Navigate, useLocation } from 'react-router-dom';

/** Leads an old address to its page, with what it asks of it. */
export function RedirectWithQuery({ to }: { to: string }) {
  const { search } = useLocation();
  return <Navigate to={to + search} replace />;
}
