/** Proofs of reserves: calls and shapes. */
export { reservesEndpoints } from './endpoints.ts';
export { reservesOperatorEndpoints } from './operator-endpoints.ts';
export type {
  OwnLeaf,
  OwnProof,
  PlaceParts,
  Proof,
  ProofAsset,
  ProofHead,
  ReserveOverview,
  ReservePlace,
  ReserveWarning,
} from './schemas.ts';
