/** What operators do to perpetual instruments. The commands for the engine are in the outbox after the commit. */
import { z } from 'zod';
import { type CatalogInstrument, updateListing } from '../../../catalog/index.ts';
import { type Delivery, type OperatorAction, recordAct } from '../../../identity/index.ts';
import { deliverListing, keepUndo, type ListingKind, publishAgain } from '../../../shards/index.ts';
import { type InstrumentChange, instrumentChange, instrumentInput } from './instrument-input.ts';
import {
  demandFineTicks,
  demandOpenable,
  findInstrument,
  findInstrumentById,
  insertInstrument,
  lockInstruments,
  publishInstrument,
} from './instruments.ts';
import { publishInstruments } from './publish-instruments.ts';

const newInstrument = z.object({ pair: z.string(), listing: instrumentInput });
export type NewInstrument = z.infer<typeof newInstrument>;

export interface InstrumentListed {
  id: number;
  /** Of the outbox. */
  subjects: string[];
}

/**
 * Lists an instrument, halted: opening it takes two.
 * @throws DomainError invalid_argument: it is listed already, an asset is missing, or the engine would refuse it
 */
export const listInstrument: OperatorAction<NewInstrument, InstrumentListed> = {
  name: 'instruments.list',
  permission: 'listings',
  twoPersons: false,
  payload: newInstrument,
  async run(tx, act, { pair: name, listing }) {
    await lockInstruments(tx);
    const id = await insertInstrument(tx, name, listing);
    await publishInstrument(tx, name);
    const subject = `instrument:${id}`;
    await recordAct(tx, act, { action: 'instrument.listed', subject, details: { name, ...listing } });
    const { settings } = await findInstrument(tx, name);
    return { id, subjects: [`asset:${settings.settleAsset}`, subject] };
  },
};

/** Instruments, as the worker takes their refused changes back. */
export const instrumentListings: ListingKind = {
  kind: 'instrument',
  lock: lockInstruments,
  async read(tx, id) {
    const { name, listing } = await findInstrumentById(tx, id);
    return { name, fields: { ...listing } };
  },
  write: (tx, id, fields) => updateListing(tx, 'instruments', id, fields),
  publish: publishInstruments,
};

const changePayload = z.object({ pair: z.string(), change: instrumentChange });
export type InstrumentChangePayload = z.infer<typeof changePayload>;

/**
 * Changes an instrument, and takes the change to the engine after the commit: what it refuses is taken back. When that is not
 * reached the worker sends the change until the engine answers.
 * @throws DomainError unknown_pair, invalid_argument when the engine would refuse it, or it opens without an index
 */
export const changeInstrument: OperatorAction<InstrumentChangePayload, CatalogInstrument, Delivery> = {
  name: 'instruments.change',
  permission: 'listings',
  // Fees, tiers and bands decide what positions cost and when they are closed by force. A market is stopped at once.
  twoPersons: true,
  isForOne: (_, { change }) =>
    change.status !== 'open' && Object.keys(change).every((field) => field === 'status' || field === 'position'),
  payload: changePayload,
  async run(tx, act, { pair: name, change }) {
    await lockInstruments(tx);
    const before = await findInstrument(tx, name);
    const subject = `instrument:${before.id}`;
    if (change.status === 'open') await demandOpenable(tx, before);
    await updateListing(tx, 'instruments', before.id, change);
    if (change.tiers || change.status === 'open') await demandFineTicks(tx, name);
    const published = await publishInstrument(tx, name);
    if (!published.includes(subject)) await publishAgain(tx, subject);
    if (isRefusable(change)) {
      const after = await findInstrument(tx, name);
      await keepUndo(tx, subject, { ...act, change, before: { ...before.listing }, after: { ...after.listing } });
    }
    await recordAct(tx, act, { action: 'instrument.changed', subject, details: { name, change } });
    return before;
  },
  async afterCommit(deps, _act, { change }, { id }) {
    const { first, last } = await deliverListing(deps, instrumentListings, id);
    return isRefusable(change) ? first : last;
  },
};

/** The engine compares the maintenance margin of the lowest tier with the index that it has. */
function isRefusable({ tiers }: InstrumentChange): boolean {
  return tiers !== undefined;
}
