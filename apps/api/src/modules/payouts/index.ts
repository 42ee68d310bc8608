/** Pays approved withdrawals on networks. */

export { payoutJobs } from './jobs.ts';
export { type Resumption, resumePayouts } from './resume.ts';
export { type MethodResumption, methodResumption, resumeMethodPayouts } from './resume-method.ts';
