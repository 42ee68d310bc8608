/** The insurance fund: what it has, what it got and paid, and money for it. */
import { CashReason, HouseUser } from '@pelican/shared/engine/perpetual';
import { stripZeros } from '@pelican/shared/money';
import { z } from 'zod';
import { loadInstruments } from '../../../catalog/index.ts';
import { plainText } from '../../../identity/index.ts';
import { type FundTopUp, topUpInsuranceFund } from '../../../modules/perpetual/index.ts';
import { defineCommand } from '../command.ts';
import type { OpsContext } from '../context.ts';
import { deliver, waitingText } from '../deliver.ts';
import { OpsError, UsageError } from '../ops-errors.ts';
import { formatTable } from '../output.ts';
import { reasonInput, reasonOption, submit } from '../submit-action.ts';

const reasonNames = new Map(Object.entries(CashReason).map(([name, code]) => [code as number, name]));

export const fund = defineCommand({
  name: 'fund',
  usage: '[top-up <amount> --reference TEXT [--reason TEXT]] [--count 20]',
  summary: 'The insurance fund: its balance, positions and history; or money from outside into it, once a reference',
  arguments: ['action', 'amount'],
  options: { count: { type: 'string' }, reference: { type: 'string' }, ...reasonOption },
  input: z.object({
    action: z.enum(['top-up'], { error: "must be 'top-up' or nothing" }).optional(),
    amount: z.string().optional(),
    reference: plainText.max(100).optional(),
    ...reasonInput,
    count: z.coerce.number({ error: 'must be a whole number' }).int().min(1).max(1_000).default(20),
  }),
  async run(context, { action, amount, reference, reason, count }) {
    if (action === undefined) {
      await show(context, count);
      return 0;
    }
    if (amount === undefined) throw new UsageError('<amount> is missing');
    if (reference === undefined) throw new UsageError('--reference is missing');
    return submit(context, topUpInsuranceFund, { payload: { amount, reference }, reason, finish: finishTopUp });
  },
});

async function show(context: OpsContext, count: number): Promise<void> {
  const balance = await context.pool.query<{ cash: string }>('SELECT cash FROM perpetual_accounts WHERE user_id = $1', [
    HouseUser.fund,
  ]);
  context.print(`The insurance fund has ${stripZeros(balance.rows[0]?.cash ?? '0')} USDT`);
  const { instrumentById } = await loadInstruments(context.pool);
  const nameOf = (marketId: number) => instrumentById(marketId)?.name ?? '';
  const lots = await context.pool.query<{ marketId: number; position: number; size: string; price: string; at: Date }>(
    `SELECT market_id AS "marketId", position, size, bankruptcy_price AS price, taken_at AS at
      FROM perpetual_fund_lots WHERE size > 0 ORDER BY taken_at`,
  );
  if (lots.rows.length > 0) {
    const rows = lots.rows.map(({ marketId, position, size, price, at }) => [
      nameOf(marketId),
      position === 0 ? 'long' : 'short',
      stripZeros(size),
      stripZeros(price),
      at.toISOString(),
    ]);
    for (const line of ['', ...formatTable(['taken over', 'side', 'size', 'bankruptcy', 'at'], rows)])
      context.print(line);
  }
  const moves = await context.pool.query<{
    marketId: number;
    reason: number;
    delta: string;
    after: string;
    time: Date;
  }>(
    `SELECT market_id AS "marketId", reason, delta, after, time FROM perpetual_fund_moves
      ORDER BY seq DESC, index DESC LIMIT $1`,
    [count],
  );
  const rows = moves.rows.map(({ marketId, reason, delta, after, time }) => [
    time.toISOString(),
    reasonNames.get(reason) ?? String(reason),
    nameOf(marketId),
    stripZeros(delta),
    stripZeros(after),
  ]);
  for (const line of ['', ...formatTable(['time', 'reason', 'market', 'change', 'balance'], rows)]) context.print(line);
}

/** Takes the money on to the perpetual shard and prints what became of it. */
export async function finishTopUp(
  context: OpsContext,
  wanted: FundTopUp,
  transferId: number | undefined,
): Promise<void> {
  if (transferId === undefined) {
    context.print(`nothing is done: '${wanted.reference}' was used before`);
    return;
  }
  const outcome = await deliver(context, [`transfer:${transferId}`]);
  if (outcome.kind === 'refused') throw new OpsError(`the engine refused it: ${outcome.reason}`);
  context.print(outcome.kind === 'settled' ? `${wanted.amount} USDT are in the insurance fund` : waitingText);
}
