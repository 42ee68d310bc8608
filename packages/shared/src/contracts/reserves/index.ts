/** Proofs of reserves: calls and shapes. */
export { reservesEndpoints } from './endpoints.ts';
export { reservesOperatorEndpoints } from './operator-endpoints.ts';
export type { OwnLeaf, OwnProof, Proof, ProofAsset, ProofHead, ReservePlace } from './schemas.ts';
