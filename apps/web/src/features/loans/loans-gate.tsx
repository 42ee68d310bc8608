import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { useLoanSwitches } from '../../api/loan-switches.ts';
import { activeOffersQuery, loansHistoryQuery } from '../../api/loans.ts';
import { useSession } from '../../api/session.ts';
import { paths } from '../../platform/paths.ts';
import { PageSkeleton } from '../../ui/page-skeleton.tsx';

const one = { offset: 0, limit: 1 };

/**
 * The pages of loans. While neither bids nor offers are taken they are there for nobody but who has loans or offers: a debt must stay
 * payable, whatever is switched off (docs/decisions/0241).
 */
export function LoansGate({ children }: { children: ReactNode }) {
  const { status, isSignedIn } = useSession();
  const { isOn } = useLoanSwitches();
  const mayHaveSome = { enabled: isOn === false && isSignedIn };
  const loans = useQuery({ ...loansHistoryQuery(one), ...mayHaveSome });
  const offers = useQuery({ ...activeOffersQuery(one), ...mayHaveSome });
  if (isOn) return children;
  if (isOn === undefined || status === 'restoring') return <PageSkeleton />;
  const hasSome = [loans, offers].some(({ data }) => data !== undefined && data.count > 0);
  if (hasSome) return children;
  if (loans.isLoading || offers.isLoading) return <PageSkeleton />;
  return <Navigate to={paths.notFound} replace />;
}
