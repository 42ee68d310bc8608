/** What operators do to perpetual instruments. The commands for the engine are in the outbox after the commit. */
import { z } from 'zod';
import { type CatalogInstrument, publishChecked, updateListing } from '../../../catalog/index.ts';
import { type Delivery, demandFiguresAsRead, type OperatorAction, recordAct } from '../../../identity/index.ts';
import {
  changeListing,
  deliverChange,
  figuresInput,
  isForOne,
  isStop,
  type ListingKind,
  loosens,
  openedFigures,
  replacedFigures,
  type StatusChange,
} from '../../../shards/index.ts';
import { instrumentChange, instrumentFieldNames, instrumentInput } from './instrument-input.ts';
import {
  demandFineTicks,
  demandIndex,
  demandValid,
  findInstrument,
  findInstrumentById,
  insertInstrument,
  lockInstruments,
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
    await publishChecked(() => publishInstruments(tx));
    await demandValid(tx, name);
    const subject = `instrument:${id}`;
    await recordAct(tx, act, { action: 'instrument.listed', subject, details: { name, ...listing } });
    const { settings } = await findInstrument(tx, name);
    return { id, subjects: [`asset:${settings.settleAsset}`, subject] };
  },
};

/** Instruments, as operators change them. */
export const instrumentListings: ListingKind = {
  kind: 'instrument',
  // A market is stopped at once. Fees, tiers and bands decide what positions cost and when they are closed by force.
  fieldsForOne: ['status', 'position'],
  fields: instrumentFieldNames,
  statuses: ['open', 'closeOnly', 'halted'],
  lock: lockInstruments,
  async read(tx, id) {
    const { name, listing } = await findInstrumentById(tx, id);
    return { name, fields: { ...listing } };
  },
  write: (tx, id, fields) => updateListing(tx, 'instruments', id, fields),
  publish: publishInstruments,
};

const changePayload = z.object({
  pair: z.string(),
  change: instrumentChange,
  opens: figuresInput,
  before: figuresInput,
});
export type InstrumentChangePayload = z.infer<typeof changePayload>;

/**
 * Changes an instrument, and takes the change to the engine after the commit: what it refuses is taken back. When that is not
 * reached the worker sends the change until the engine answers.
 * @throws DomainError unknown_pair, figures_changed, invalid_argument when the engine would refuse it, or it is loosened
 * without an index, or the engine has to answer another change first
 */
export const changeInstrument: OperatorAction<InstrumentChangePayload, CatalogInstrument, Delivery> = {
  name: 'instruments.change',
  permission: 'listings',
  twoPersons: true,
  async isForOne(tx, { pair, change }) {
    await lockInstruments(tx);
    return isForOne(instrumentListings, statusChange(await findInstrument(tx, pair), change));
  },
  payload: changePayload,
  async bind(tx, { pair, change }) {
    await lockInstruments(tx);
    const found = await findInstrument(tx, pair);
    const opens = await openedFigures(tx, instrumentListings, { id: found.id, ...statusChange(found, change) });
    const before = await replacedFigures(tx, instrumentListings, { id: found.id, change });
    return { pair, change, before, ...(opens ? { opens } : {}) };
  },
  async run(tx, act, { pair: name, change, before: read }) {
    await lockInstruments(tx);
    const before = await findInstrument(tx, name);
    demandFiguresAsRead(read, before.listing);
    const wanted = statusChange(before, change);
    const isLoosened = loosens(instrumentListings, wanted);
    if (isLoosened) await demandIndex(tx, before);
    await publishChecked(() => changeListing(tx, instrumentListings, { act, id: before.id, change }));
    if (!isStop(instrumentListings, wanted)) await demandValid(tx, name);
    if (change.tiers || isLoosened) await demandFineTicks(tx, name);
    const subject = `instrument:${before.id}`;
    await recordAct(tx, act, { action: 'instrument.changed', subject, details: { name, change } });
    return before;
  },
  afterCommit: (deps, _act, { change }, before) =>
    deliverChange(deps, instrumentListings, { id: before.id, ...statusChange(before, change) }),
};

function statusChange({ listing }: CatalogInstrument, change: InstrumentChangePayload['change']): StatusChange {
  return { change, statusBefore: listing.status };
}
