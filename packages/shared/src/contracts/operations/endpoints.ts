/** Calls for operators. */
import { declareEndpoints } from '../endpoint.ts';
import { queueEndpoints } from './queues.ts';
import { setIndexRequest, setIndexResponse } from './schemas.ts';

export const operationsEndpoints = declareEndpoints({
  ...queueEndpoints,
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
  },
});
