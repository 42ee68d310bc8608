/** Calls of proofs of reserves. */
import { declareEndpoints } from '../endpoint.ts';
import * as contract from './schemas.ts';

const tag = 'reserves';
const ofProof = { tag, params: contract.proofParams, errors: ['not_found'] } as const;

export const reservesEndpoints = declareEndpoints({
  'GET /v3/proofs-of-reserves': {
    access: 'open',
    tag,
    summary: 'Proofs of reserves, the newest first: one a day, for a year',
    query: contract.proofsQuery,
    response: contract.proofList,
  },
  'GET /v3/proofs-of-reserves/:id': {
    ...ofProof,
    access: 'open',
    summary: 'What a proof publishes: of each asset the root, what is owed to users, and the reserves',
    response: contract.proof,
  },
  'GET /v3/proofs-of-reserves/:id/own': {
    ...ofProof,
    access: 'read',
    summary: 'Own leaves of a proof with their paths to the published roots, to be verified by oneself',
    description:
      'Format and verification: docs/examples/proof-of-reserves.md. An account without a balance at that time has no leaf.',
    response: contract.ownProof,
  },
});
