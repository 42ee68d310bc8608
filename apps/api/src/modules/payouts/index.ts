/** Pays approved withdrawals on networks. */

export { payoutJobs } from './jobs.ts';
export { areNoncesKnown } from './known-nonces.ts';
export { feeOf } from './network-fee.ts';
export { type Resumption, resumePayouts, unknownOf } from './resume.ts';
export { type MethodResumption, methodResumption, resumeMethodPayouts } from './resume-method.ts';
export { findOnChain, findWaiting, isOld, type SignedTransaction } from './transactions.ts';
