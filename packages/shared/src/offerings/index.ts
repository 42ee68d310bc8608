/** Token offerings: commitments, share-out, end and release (docs/staking-and-offerings.md). */
export { admitCommitment } from './admission.ts';
export { endOffering, releasesOf } from './ending.ts';
export { type Commitment, type SessionCurrency, sessionPrice8, shareOut } from './share-out.ts';
