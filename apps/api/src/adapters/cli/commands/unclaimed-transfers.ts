/** Coins that have arrived and belong to nobody: which there are, and what becomes of them. */
import { z } from 'zod';
import { plainText } from '../../../identity/index.ts';
import { assignUnclaimed, listUnclaimed, returnUnclaimed } from '../../../modules/deposits/index.ts';
import { emailArgument } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import type { OpsContext } from '../context.ts';
import { UsageError } from '../ops-errors.ts';
import { formatTable } from '../output.ts';
import { submit } from '../submit-action.ts';

const listedMax = 100;

const input = z.object({
  action: z.enum(['list', 'assign', 'return'], { error: 'say list, assign or return' }).default('list'),
  id: z.coerce.number({ error: '<id> is the number of a transfer' }).int().min(1).optional(),
  email: emailArgument.optional(),
  state: z.enum(['open', 'assigned', 'returned']).default('open'),
  network: z.string().toUpperCase().optional(),
  asset: z.string().toUpperCase().optional(),
  reason: plainText.max(500).optional(),
});

export const unclaimedTransfers = defineCommand({
  name: 'unclaimed-transfers',
  usage: '[list [--state open] [--network KEY] [--asset TICKER] | assign <id> <email> | return <id>] [--reason TEXT]',
  summary: 'Coins that belong to nobody: list them, make one a deposit of a user, or say that it was sent back by hand',
  arguments: ['action', 'id', 'email'],
  options: {
    state: { type: 'string' },
    network: { type: 'string' },
    asset: { type: 'string' },
    reason: { type: 'string' },
  },
  input,
  async run(context, given) {
    const { action, id: transfer, email, reason } = given;
    if (action === 'list') {
      await list(context, given);
      return 0;
    }
    if (transfer === undefined) throw new UsageError('<id> is missing');
    if (action === 'assign') {
      if (email === undefined) throw new UsageError('<email> is missing');
      return submit(context, assignUnclaimed, { payload: { transfer, email }, reason, finish: finishAssign });
    }
    if (reason === undefined) throw new UsageError('--reason TEXT is missing: it stands beside the transfer');
    return submit(context, returnUnclaimed, { payload: { transfer, text: reason }, reason, finish: finishReturn });
  },
});

async function list(context: OpsContext, { state, network, asset }: z.infer<typeof input>): Promise<void> {
  const page = { offset: 0, limit: listedMax };
  const { result, total } = await listUnclaimed(context.pool, { state, network, ticker: asset, ...page });
  if (result.length === 0) return context.print(`no transfer is ${state}`);
  const lines = result.map((one) => [
    one.id,
    one.network,
    `${one.amount} ${one.ticker}`,
    one.address,
    one.memo,
    one.tx_hash,
    new Date(one.created_at * 1_000).toISOString(),
    one.user?.email ?? one.reason,
  ]);
  const heads = ['id', 'network', 'amount', 'address', 'memo', 'transaction', 'seen', 'decided'];
  for (const line of formatTable(heads, lines)) context.print(line);
  if (total > result.length) context.print(`${total - result.length} more`);
}

export function finishAssign(context: OpsContext, { transfer, email }: { transfer: number; email: string }): void {
  context.print(`transfer ${transfer} is a deposit of ${email}: it is credited after its confirmations`);
}

export function finishReturn(context: OpsContext, { transfer }: { transfer: number }): void {
  context.print(`transfer ${transfer} was sent back by hand`);
}
