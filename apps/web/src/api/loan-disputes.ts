/** Disputes about loans between users, with what both sides show. */
import type { NewDispute, newEvidence } from '@pelican/shared/contracts/loans';
import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { call } from './call.ts';
import { bodyOf } from './files.ts';
import { loansKey } from './loans.ts';

/** Between two looks: the other side may have answered. */
const answersMs = 20_000;

/** Of one loan, the newest first. */
export const disputesQuery = (id: number) =>
  queryOptions({
    queryKey: [...loansKey, 'disputes', id],
    queryFn: ({ signal }) => call('GET /p2p/dispute/:id', { params: { id }, signal }),
    refetchInterval: answersMs,
  });

/** Where a picture of a loan's dispute is read. */
export const disputeFilePath = (id: number, file: string) => `/p2p/dispute/${id}/files/${file}`;

/** @throws ApiError dispute_open, dispute_too_late, email_unverified */
export function openDispute(id: number, dispute: NewDispute, files: readonly File[]) {
  return call('POST /p2p/dispute/:id', { params: { id }, body: bodyOf(dispute, files) });
}

/** @throws ApiError dispute_not_open, email_unverified */
export function addEvidence(id: number, evidence: z.output<typeof newEvidence>, files: readonly File[]) {
  return call('POST /p2p/dispute/:id/evidence', { params: { id }, body: bodyOf(evidence, files) });
}

/** @param days how many more the caller agrees to; 0: to none. @throws ApiError dispute_not_open */
export function agreeToExtension({ id, days }: { id: number; days: number }) {
  return call('POST /p2p/dispute/:id/extension', { params: { id }, body: { days } });
}
