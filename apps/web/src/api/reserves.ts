/** Proofs of reserves. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { privateKey } from './query-client.ts';

export const proofsPageSize = 10;

export const proofsQuery = (offset: number) =>
  queryOptions({
    queryKey: ['proofs-of-reserves', offset],
    queryFn: ({ signal }) =>
      call('GET /v3/proofs-of-reserves', { query: { offset, limit: proofsPageSize }, signal, anonymous: true }),
    placeholderData: keepPreviousData,
  });

/** A proof never changes. */
export const proofQuery = (id: number) =>
  queryOptions({
    queryKey: ['proof-of-reserves', id],
    queryFn: ({ signal }) => call('GET /v3/proofs-of-reserves/:id', { params: { id }, signal, anonymous: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const ownProofQuery = (id: number) =>
  queryOptions({
    queryKey: [privateKey, 'proof-of-reserves', id],
    queryFn: ({ signal }) => call('GET /v3/proofs-of-reserves/:id/own', { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
