/** Cases of identity verification, for operators. */
import type { CasePart, CaseStatus, KycReason, ResubmitPart } from '@pelican/shared/contracts/kyc';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { readFile } from './files.ts';
import { looked, operatorsKey, recordedKey } from './operators.ts';

const refreshMs = 15_000;

export const kycCasesQuery = (status: CaseStatus, offset: number) =>
  queryOptions({
    queryKey: [...operatorsKey, 'kyc', status, offset],
    queryFn: ({ signal }) => call('GET /v2/ops/kyc', { query: { status, offset }, signal }),
    refetchInterval: refreshMs,
  });

export const kycCaseQuery = (id: number) =>
  queryOptions({
    queryKey: [...recordedKey, 'kyc-case', id],
    queryFn: ({ signal }) => call('GET /v2/ops/kyc/:id', { params: { id }, signal }),
    gcTime: 60_000,
    ...looked,
  });

/** The content of a file, which leaves the memory of the page a minute after the case. */
export const kycFileQuery = (caseId: number, file: number) =>
  queryOptions({
    queryKey: [...recordedKey, 'kyc-file', caseId, file],
    queryFn: ({ signal }) => readFile(`/v2/ops/kyc/${caseId}/files/${file}`, signal),
    gcTime: 60_000,
    ...looked,
  });

interface DecisionOf {
  id: number;
  revision: number;
  /** May be empty beside a code. */
  reason: string;
}

export function approveCase({ id, ...body }: DecisionOf) {
  return call('POST /v2/ops/kyc/:id/approve', { params: { id }, body });
}

export function rejectCase({ id, reason, ...body }: DecisionOf & { code: KycReason }) {
  return call('POST /v2/ops/kyc/:id/reject', { params: { id }, body: { ...body, ...remarkOf(reason) } });
}

/** With parts that are accepted it is a partial approval. */
export function askAgain({
  id,
  approved,
  reason,
  ...parts
}: DecisionOf & { code: KycReason; approved: CasePart[]; resubmit: ResubmitPart[] }) {
  const body = { ...parts, ...remarkOf(reason) };
  if (approved.length === 0) return call('POST /v2/ops/kyc/:id/resubmission', { params: { id }, body });
  return call('POST /v2/ops/kyc/:id/partially-approve', { params: { id }, body: { ...body, approved } });
}

const remarkOf = (reason: string) => (reason === '' ? {} : { reason });
