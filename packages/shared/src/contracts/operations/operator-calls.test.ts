import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { chatModerationEndpoints } from '../chat/index.ts';
import type { Endpoint } from '../endpoint.ts';
import { factorRecoveryOperatorEndpoints } from '../factor-recovery/index.ts';
import { kycOperatorEndpoints } from '../kyc/index.ts';
import { supportOperatorEndpoints } from '../support/index.ts';
import { operationsEndpoints } from './index.ts';
import { submissionStatuses } from './submission.ts';

const tables = [
  operationsEndpoints,
  kycOperatorEndpoints,
  supportOperatorEndpoints,
  chatModerationEndpoints,
  factorRecoveryOperatorEndpoints,
];
const changes = tables
  .flatMap((table) => Object.entries<Endpoint>(table))
  .filter(([name, { access }]) => !name.startsWith('GET ') && access.startsWith('operator'));
/** They submit no action: their answer is given at once. */
const immediate = [
  'POST /v2/ops/claims',
  'POST /v2/ops/claims/release',
  'POST /v2/ops/requests/:id/approve',
  'POST /v2/ops/requests/:id/reject',
  'POST /v2/ops/users/:id/notes',
  'POST /v2/ops/records/exports',
];

test.each(changes)('%s answers what became of it in the shape of all calls of operators', (name, declared) => {
  const request = { id: 1, action: 'a.b', hash: 'ab', expires: 1 };
  const isAction = z.safeParse(declared.response, { status: 'requested', request }).success;
  expect(isAction).toBe(!immediate.includes(name));
  if (isAction) expect(declared.statuses).toEqual(submissionStatuses);
  // Fields of its own may be missing here; its status is not among what is wrong.
  const wrong = z.safeParse(declared.response, { status: 'done' }).error?.issues ?? [];
  expect(wrong.filter(({ path }) => path[0] === 'status')).toEqual([]);
  expect(z.safeParse(declared.response, { status: 'success' }).success).toBe(false);
});
