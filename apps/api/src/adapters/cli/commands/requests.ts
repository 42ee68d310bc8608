/** Requests of operators: what waits, and the second person's decision. */
import { DomainError } from '@pelican/shared/errors.ts';
import { z } from 'zod';
import {
  approveRequest,
  findRequest,
  type OperatorAction,
  pendingRequests,
  rejectRequest,
} from '../../../modules/operations/index.ts';
import { topUpInsuranceFund } from '../../../modules/perpetual/index.ts';
import { creditWallet } from '../../../modules/wallet/index.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { defineCommand } from '../command.ts';
import type { OpsContext } from '../context.ts';
import type { Finish } from '../requests.ts';
import { finishCredit } from './credit.ts';
import { finishTopUp } from './fund.ts';

const id = z.coerce.number({ error: '<id> is missing' }).int().min(1);

export const requests = defineCommand({
  name: 'requests',
  usage: '',
  summary: 'What operators have asked for and others have not decided yet',
  input: z.object({}),
  async run(context) {
    const pending = await pendingRequests(context.pool);
    if (pending.length === 0) context.print('no request waits');
    for (const { id: requestId, action, payload, payloadHash, reason, maker, expiresAt } of pending) {
      context.print(`${requestId}  ${action}  by ${maker}, until ${expiresAt.toISOString()}`);
      context.print(`    ${JSON.stringify(payload)}`);
      context.print(`    reason: ${reason}`);
      context.print(`    npm run ops -- approve ${requestId} ${payloadHash.slice(0, 16)}`);
    }
  },
});

export const approve = defineCommand({
  name: 'approve',
  usage: '<id> <hash>',
  summary: "Do what another operator's request asks for; the hash says that it is the one that was read",
  arguments: ['id', 'hash'],
  input: z.object({ id, hash: z.string({ error: '<hash> is missing' }).regex(/^[0-9a-f]{8,64}$/, 'is no hash') }),
  async run(context, { id: requestId, hash }) {
    const { action } = await findRequest(context.pool, requestId);
    const approveIt = approvals.get(action);
    if (!approveIt) throw new DomainError('not_found', { message: `This release knows no action ${action}.` });
    await approveIt(context, requestId, hash);
  },
});

export const reject = defineCommand({
  name: 'reject',
  usage: '<id>',
  summary: "Refuse a request, or withdraw one's own",
  arguments: ['id'],
  input: z.object({ id }),
  async run(context, { id: requestId }) {
    await inTransaction(context.pool, (tx) => rejectRequest(tx, { id: requestId, checker: context.actor }));
    context.print(`request ${requestId} is rejected`);
  },
});

type Approval = (context: OpsContext, requestId: number, hash: string) => Promise<void>;

const approvals = new Map<string, Approval>([
  [creditWallet.name, approvalOf(creditWallet, finishCredit)],
  [topUpInsuranceFund.name, approvalOf(topUpInsuranceFund, finishTopUp)],
]);

function approvalOf<Payload, Result>(
  action: OperatorAction<Payload, Result>,
  finish: Finish<Payload, Result>,
): Approval {
  return async (context, requestId, payloadHash) => {
    const { payload, result } = await inTransaction(context.pool, (tx) =>
      approveRequest(tx, action, { id: requestId, checker: context.actor, payloadHash }),
    );
    await finish(context, payload, result);
  };
}
