/** What lies on networks, and what moves between the exchange's own addresses. */
import { z } from 'zod';
import {
  dismissSweep,
  listOpenSweeps,
  listSweepRules,
  readNetworkBalances,
  type SweepDismissal,
  type SweepRule,
  setSweepRule,
} from '../../../modules/sweeps/index.ts';
import { defineCommand } from '../command.ts';
import type { OpsContext } from '../context.ts';
import { reasonInput, reasonOption, submit } from '../submit-action.ts';

export const sweeps = defineCommand({
  name: 'sweeps',
  usage: '',
  summary: 'What lies on networks, the rules by which it moves, and sweeps that are under way or have a problem',
  input: z.object({}),
  async run({ pool, print }) {
    for (const one of await readNetworkBalances(pool)) {
      const { network, ticker, hot, deposits, cold, ledger, blockHeight, readAt } = one;
      const counted = ledger === null ? 'not compared' : ledger;
      print(
        `${network} ${ticker}: hot ${hot}, deposits ${deposits}, cold ${cold}, ledger ${counted}; block ${blockHeight}, ${readAt.toISOString()}`,
      );
    }
    for (const { network, ticker, minimum, target, max } of await listSweepRules(pool))
      print(
        `${network} ${ticker}: swept from ${minimum} on; the hot wallet keeps ${target} once it has more than ${max}`,
      );
    const open = await listOpenSweeps(pool);
    if (open.length === 0) print('no sweep is under way');
    for (const { id, network, ticker, kind, state, address, transactionHash, problem, createdAt } of open)
      print(
        `${id}  ${createdAt.toISOString()}  ${network} ${ticker} ${kind} ${address || 'to the cold wallet'}: ${state} ${transactionHash ?? 'not signed'}${problem === undefined ? '' : `. ${problem}`}`,
      );
  },
});

export const setSweepRuleCommand = defineCommand({
  name: 'set-sweep-rule',
  usage: '<network> <ticker> <minimum> <target> <max> [--reason TEXT]',
  summary: 'From which amount on deposits are swept, and what the hot wallet keeps once it has more than its maximum',
  arguments: ['network', 'ticker', 'minimum', 'target', 'max'],
  options: reasonOption,
  input: z.object({
    network: z.string({ error: '<network> is missing' }),
    ticker: z.string({ error: '<ticker> is missing' }),
    minimum: z.string({ error: '<minimum> is missing' }),
    target: z.string({ error: '<target> is missing' }),
    max: z.string({ error: '<max> is missing' }),
    ...reasonInput,
  }),
  run: (context, { reason, ...payload }) => submit(context, setSweepRule, { payload, reason, finish: finishSweepRule }),
});

export const dismissSweepCommand = defineCommand({
  name: 'dismiss-sweep',
  usage: '<sweep> --reason TEXT',
  summary: 'A failed sweep was looked at: its address is swept again',
  arguments: ['sweep'],
  options: reasonOption,
  input: z.object({ sweep: z.coerce.number({ error: '<sweep> is missing' }).int().positive(), ...reasonInput }),
  run: (context, { reason, ...payload }) => submit(context, dismissSweep, { payload, reason, finish: finishDismissal }),
});

export async function finishSweepRule(context: OpsContext, { network, ticker, minimum }: SweepRule): Promise<void> {
  context.print(`${ticker} on ${network} is swept from ${minimum} on`);
}

async function finishDismissal(context: OpsContext, { sweep }: SweepDismissal): Promise<void> {
  context.print(`sweep ${sweep} is dismissed`);
}
