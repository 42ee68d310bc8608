/** Looking at perpetual instruments, listing and changing them, and closing a market for a while. */
import { tiersText } from '@pelican/shared/money';
import { z } from 'zod';
import { type CatalogInstrument, loadInstruments, pairInput } from '../../../catalog/index.ts';
import type { Delivery } from '../../../identity/index.ts';
import {
  changeInstrument,
  findInstrument,
  type InstrumentChangePayload,
  type InstrumentListed,
  instrumentChange,
  instrumentFieldNames,
  instrumentInput,
  listInstrument,
  type MarketFacts,
  type NewInstrument,
  readMarketFacts,
} from '../../../modules/perpetual/index.ts';
import { checkFields, readAssignments } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import type { OpsContext } from '../context.ts';
import { deliver, waitingText } from '../deliver.ts';
import { OpsError, UsageError } from '../ops-errors.ts';
import { formatTable } from '../output.ts';
import { refusedChange } from '../refused-change.ts';
import { type Finish, reasonInput, reasonOption, submit } from '../submit-action.ts';
import { withTiers } from '../tiers-text.ts';

const stateTexts = { open: 'open', closeOnly: 'close only', stale: 'stale', halted: 'halted' } as const;

function stateOf(facts: MarketFacts | undefined): string {
  return facts ? stateTexts[facts.state] : 'no index yet';
}

export const instruments = defineCommand({
  name: 'instruments',
  usage: '',
  summary: 'List perpetual instruments with their prices and states',
  input: z.object({}),
  async run(context) {
    const { instruments: listed } = await loadInstruments(context.pool);
    const facts = await readMarketFacts(context.pool);
    const lines = formatTable(
      ['id', 'instrument', 'status', 'state', 'index', 'mark', 'funding', 'open interest', 'orders', 'positions'],
      listed.map(({ id, name, listing }) => {
        const of = facts.get(id);
        return [
          id,
          name,
          listing.status,
          stateOf(of),
          of?.indexPrice ?? '0',
          of?.markPrice ?? '0',
          of?.fundingRate ?? '0',
          of?.openInterest ?? '0',
          of?.orders ?? 0,
          of?.positions ?? 0,
        ];
      }),
    );
    for (const line of lines) context.print(line);
  },
});

export const instrument = defineCommand({
  name: 'instrument',
  usage: '<pair> [set field=value ...] [--reason TEXT]',
  summary: 'Show an instrument, or change it: fees, tiers, limits, bands, funding, status',
  arguments: ['pair', 'action', 'changes...'],
  options: reasonOption,
  input: z.object({
    pair: pairInput,
    action: z.enum(['set'], { error: "must be 'set' or nothing" }).optional(),
    changes: z.array(z.string()).default([]),
    ...reasonInput,
  }),
  async run(context, { pair, action, changes, reason }) {
    if (action === undefined) {
      await show(context, pair);
      return 0;
    }
    if (changes.length === 0) throw new UsageError(`nothing to set; there are: ${instrumentFieldNames.join(' ')}`);
    const payload = { pair, change: checkFields(instrumentChange, withTiers(readAssignments(changes))) };
    const finish = finishChange(`${pair} is changed: ${changes.join(' ')}`);
    return submit(context, changeInstrument, { payload, reason, finish });
  },
});

/** Prints what became of the change. */
export function finishChange(text: string): Finish<InstrumentChangePayload, CatalogInstrument, Delivery> {
  return (context, { pair, change }, _, delivery) => {
    if (delivery.kind === 'refused') throw refusedChange(pair, change, delivery);
    context.print(text);
    if (delivery.kind === 'waiting') context.print(waitingText);
  };
}

/** Prints what became of a change that another operator has approved. */
export const finishApprovedChange: Finish<InstrumentChangePayload, CatalogInstrument, Delivery> = (
  context,
  payload,
  before,
  delivery,
) =>
  finishChange(`${payload.pair} is changed: ${Object.keys(payload.change).join(' ')}`)(
    context,
    payload,
    before,
    delivery,
  );

async function show(context: OpsContext, pair: string): Promise<void> {
  const { id, listing } = await findInstrument(context.pool, pair);
  const facts = (await readMarketFacts(context.pool)).get(id);
  const { tiers, settleAsset: _settleAsset, name: _name, id: _id, listedAtMs, ...fields } = listing;
  const rows: [string, string][] = [
    ...Object.entries(fields).map(([field, value]): [string, string] => [field, String(value)]),
    ['tiers', tiersText(tiers)],
    ['listed', new Date(listedAtMs).toISOString()],
    ['state', stateOf(facts)],
    ['index', facts?.indexPrice ?? '0'],
    ['mark', facts?.markPrice ?? '0'],
    ['open interest', facts?.openInterest ?? '0'],
    ['resting orders', String(facts?.orders ?? 0)],
    ['positions', String(facts?.positions ?? 0)],
  ];
  for (const line of formatTable([pair, `id ${id}`], rows)) context.print(line);
}

export const listInstrumentCommand = defineCommand({
  name: 'list-instrument',
  usage:
    '<BASE_USDT> contractValue=0.01 lotSize=0.01 tickSize=0.1 tiers=1000:0.004:100,... [field=value ...] [--reason TEXT]',
  summary: 'Add a perpetual instrument, halted; give it index sources, look at its index, then open it',
  arguments: ['pair', 'fields...'],
  options: reasonOption,
  input: z.object({ pair: pairInput, fields: z.array(z.string()).default([]), ...reasonInput }),
  run(context, { pair, fields, reason }) {
    const payload = { pair, listing: checkFields(instrumentInput, withTiers(readAssignments(fields))) };
    return submit(context, listInstrument, { payload, reason, finish: finishListing });
  },
});

async function finishListing(
  context: OpsContext,
  { pair }: NewInstrument,
  { id, subjects }: InstrumentListed,
): Promise<void> {
  const outcome = await deliver(context, subjects);
  context.print(`${pair} is listed (id ${id})`);
  if (outcome.kind === 'refused') throw new OpsError(`the engine refused it: ${outcome.reason}`);
  if (outcome.kind === 'waiting') context.print(waitingText);
}

const statusCommand = (name: 'halt' | 'open', status: 'halted' | 'open', summary: string) =>
  defineCommand({
    name,
    usage: '<pair> [--reason TEXT]',
    summary,
    arguments: ['pair'],
    options: reasonOption,
    input: z.object({ pair: pairInput, ...reasonInput }),
    run: (context, { pair, reason }) =>
      submit(context, changeInstrument, {
        payload: { pair, change: { status } },
        reason,
        finish: finishChange(`${pair} is ${status}`),
      }),
  });

export const halt = statusCommand('halt', 'halted', 'Stop a perpetual: orders can only be cancelled');
export const open = statusCommand('open', 'open', 'Let a perpetual trade again');
