/** What operators do to perpetual instruments. The commands for the engine are in the outbox after the commit. */
import { z } from 'zod';
import { type CatalogInstrument, overwrittenFields, updateListing } from '../../../catalog/index.ts';
import { type Delivery, type OperatorAct, type OperatorAction, recordAct } from '../../../identity/index.ts';
import { inTransaction, type Transaction } from '../../../platform/database/index.ts';
import { publishAgain } from '../../../shards/index.ts';
import { type InstrumentChange, instrumentChange, instrumentInput } from './instrument-input.ts';
import { findInstrument, insertInstrument, lockInstruments, publishInstrument } from './instruments.ts';

const newInstrument = z.object({ pair: z.string(), listing: instrumentInput });
export type NewInstrument = z.infer<typeof newInstrument>;

export interface InstrumentListed {
  id: number;
  /** Of the outbox. */
  subjects: string[];
}

/** @throws DomainError invalid_argument: it is listed already, an asset is missing, or the engine would refuse it */
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

const changePayload = z.object({ pair: z.string(), change: instrumentChange });
export type InstrumentChangePayload = z.infer<typeof changePayload>;

/**
 * Changes an instrument, and takes the change to the engine after the commit: what it refuses is taken back. When that is not
 * reached the worker sends the change until the engine takes it. The result is the instrument as it was.
 * @throws DomainError unknown_pair, invalid_argument when the engine would refuse it
 */
export const changeInstrument: OperatorAction<InstrumentChangePayload, CatalogInstrument, Delivery> = {
  name: 'instruments.change',
  permission: 'listings',
  // Fees, tiers and bands decide what positions cost and when they are closed by force; a market is stopped at once.
  twoPersons: true,
  isForOne: (_, { change }) => Object.keys(change).every((field) => field === 'status' || field === 'position'),
  payload: changePayload,
  async run(tx, act, { pair: name, change }) {
    await lockInstruments(tx);
    const before = await findInstrument(tx, name);
    await updateListing(tx, 'instruments', before.id, change);
    const published = await publishInstrument(tx, name);
    const subject = `instrument:${before.id}`;
    if (!published.includes(subject)) await publishAgain(tx, subject);
    await recordAct(tx, act, { action: 'instrument.changed', subject, details: { name, change } });
    return before;
  },
  async afterCommit({ pool, deliver }, act, { change }, before) {
    const subject = `instrument:${before.id}`;
    const delivery = await deliver([subject]);
    if (delivery.kind !== 'refused') return delivery;
    await inTransaction(pool, (tx) => restoreInstrument(tx, act, { before, change, refusal: delivery.reason }));
    await deliver([subject]);
    return delivery;
  },
};

/** The engine refused the change: the listing is again what the engine has. */
async function restoreInstrument(
  tx: Transaction,
  act: OperatorAct,
  { before, change, refusal }: { before: CatalogInstrument; change: InstrumentChange; refusal: string },
): Promise<void> {
  await lockInstruments(tx);
  await updateListing(tx, 'instruments', before.id, overwrittenFields(before.listing, change));
  await publishInstrument(tx, before.name);
  const details = { name: before.name, change, refusal };
  await recordAct(tx, act, { action: 'instrument.change_refused', subject: `instrument:${before.id}`, details });
}
