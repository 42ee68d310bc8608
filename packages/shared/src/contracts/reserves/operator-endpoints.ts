/** Calls of operators about reserves. */
import { declareEndpoints } from '../endpoint.ts';
import { submission, submissionStatuses } from '../operations/submission.ts';

const operators = { access: 'operator:money', tag: 'operations' } as const;

export const reservesOperatorEndpoints = declareEndpoints({
  'POST /v2/ops/proofs-of-reserves': {
    ...operators,
    summary: 'Have a proof of reserves made now; the worker makes it within a minute',
    response: submission,
    statuses: submissionStatuses,
    errors: ['request_closed'],
  },
});
