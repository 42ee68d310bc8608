/** Calls of operators about reserves. */
import { declareEndpoints } from '../endpoint.ts';
import { submission, submissionStatuses } from '../operations/submission.ts';
import { reserveOverview } from './schemas.ts';

const operators = { access: 'operator:money', tag: 'operations: money' } as const;

export const reservesOperatorEndpoints = declareEndpoints({
  'GET /v2/ops/reserves': {
    ...operators,
    summary: "What lies at networks, banks and providers, against what is owed to users and what is the exchange's own",
    response: reserveOverview,
  },
  'POST /v2/ops/proofs-of-reserves': {
    ...operators,
    summary: 'Have a proof of reserves made now; the worker makes it within a minute',
    response: submission,
    statuses: submissionStatuses,
    errors: ['request_closed'],
  },
});
