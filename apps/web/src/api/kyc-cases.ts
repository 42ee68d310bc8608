/** Cases of identity verification, for operators. */
import type { CasePart, CaseStatus, KycReason, ResubmitPart } from '@pelican/shared/contracts/kyc';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { readFile } from './files.ts';
import { operatorsKey } from './operators.ts';

const key = [...operatorsKey, 'kyc'] as const;
const refreshMs = 15_000;

export const kycCasesQuery = (status: CaseStatus, offset: number) =>
  queryOptions({
    queryKey: [...key, 'list', status, offset],
    queryFn: ({ signal }) => call('GET /v2/ops/kyc', { query: { status, offset }, signal }),
    refetchInterval: refreshMs,
  });

/** Each read is a look that is recorded, so it is not read again by itself. */
export const kycCaseQuery = (id: number) =>
  queryOptions({
    queryKey: [...key, 'case', id],
    queryFn: ({ signal }) => call('GET /v2/ops/kyc/:id', { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });

/** The content of a file, which leaves the memory of the page a minute after the case. */
export const kycFileQuery = (caseId: number, file: number) =>
  queryOptions({
    queryKey: [...key, 'file', caseId, file],
    queryFn: ({ signal }) => readFile(`/v2/ops/kyc/${caseId}/files/${file}`, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });

interface DecisionOf {
  id: number;
  revision: number;
  reason: string;
}

export function approveCase({ id, ...body }: DecisionOf) {
  return call('POST /v2/ops/kyc/:id/approve', { params: { id }, body });
}

export function rejectCase({ id, ...body }: DecisionOf & { code: KycReason }) {
  return call('POST /v2/ops/kyc/:id/reject', { params: { id }, body });
}

/** With parts that are accepted it is a partial approval. */
export function askAgain({
  id,
  approved,
  ...body
}: DecisionOf & { code: KycReason; approved: CasePart[]; resubmit: ResubmitPart[] }) {
  if (approved.length === 0) return call('POST /v2/ops/kyc/:id/resubmission', { params: { id }, body });
  return call('POST /v2/ops/kyc/:id/partially-approve', { params: { id }, body: { ...body, approved } });
}
