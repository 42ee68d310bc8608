import type { OfferView } from '@pelican/shared/contracts/loans';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams } from 'react-router-dom';
import { ApiError } from '../../../api/api-error.ts';
import { offerQuery } from '../../../api/loans.ts';
import { paths } from '../../../platform/paths.ts';
import { PageSkeleton } from '../../../ui/page-skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { LoansGate } from '../loans-gate.tsx';
import '../messages.ts';

/** What is shown of the own offer that the address names; anybody else's is no page. */
export function OwnOfferPage({ children }: { children: (offer: OfferView) => ReactNode }) {
  const { loanId = '' } = useParams();
  if (!/^\d{1,15}$/.test(loanId)) return <Navigate to={paths.notFound} replace />;
  return (
    <LoansGate>
      <Known key={loanId} id={Number(loanId)}>
        {children}
      </Known>
    </LoansGate>
  );
}

function Known({ id, children }: { id: number; children: (offer: OfferView) => ReactNode }) {
  const { t } = useTranslation('loans');
  const { data, error, refetch } = useQuery(offerQuery(id));
  const isMissing = error instanceof ApiError && error.code === 'offer_not_found';
  if (isMissing || data?.is_mine === false) return <Navigate to={paths.notFound} replace />;
  if (error && !data) return <ErrorState title={t('take.failed')} error={error} onRetry={() => void refetch()} />;
  return data ? children(data) : <PageSkeleton />;
}
