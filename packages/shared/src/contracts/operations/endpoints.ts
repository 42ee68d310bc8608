/** Calls for operators. */
import { declareEndpoints } from '../endpoint.ts';
import { approvalsEndpoints } from './approvals.ts';
import { ledgerEndpoints } from './ledger.ts';
import { peopleEndpoints } from './people.ts';
import { queueEndpoints } from './queues.ts';
import { recordsEndpoints } from './records.ts';
import { setIndexRequest, setIndexResponse } from './schemas.ts';
import { staffEndpoints } from './staff.ts';
import { submissionStatuses } from './submission.ts';
import { upkeepEndpoints } from './upkeep.ts';

export const operationsEndpoints = declareEndpoints({
  ...queueEndpoints,
  ...approvalsEndpoints,
  ...peopleEndpoints,
  ...staffEndpoints,
  ...upkeepEndpoints,
  ...recordsEndpoints,
  ...ledgerEndpoints,
  'POST /v2/ops/index': {
    access: 'operator:listings',
    tag: 'operations',
    summary: 'Set a simulated index',
    description:
      'In a demo alone. From the next second on the index of the market is this price, rounded to its tick. It holds still for `hold` ' +
      'seconds (60 when absent), then walks on from there. The `reason` stands in the audit records; an exchange in production ' +
      'demands one.',
    body: setIndexRequest,
    response: setIndexResponse,
    statuses: submissionStatuses,
    errors: ['unknown_pair', 'invalid_argument'],
  },
});
