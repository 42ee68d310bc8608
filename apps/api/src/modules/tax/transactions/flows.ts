/**
 * What has moved in a user's account, one flow for each trade, payment, reward and movement of futures, with its fee, GST and tax and their value
 * in rupees. Values are by the same prices as those of the count, so that they add up to its figures.
 */
import type { Queryable } from '../../../platform/database/index.ts';
import { queryRows } from '../../exports/index.ts';
import { assetsOf, pricesOf } from '../book.ts';
import { cashReasonNames } from '../cash-reasons.ts';
import { type EntryFlow, entryKinds } from '../entry-kinds.ts';
import { type EntryEvent, type EventRow, eventOf, eventsStatement, type TaxEvent } from '../events.ts';
import { findPrices, one, priceKey, type RupeePrice, unitsOf } from '../prices.ts';
import { gstInside, gstPpmAt, readRules, type TaxRule } from '../rules.ts';

/** In units of 10^-18, never negative. */
export interface Money {
  ticker: string;
  units: bigint;
  /** Rupees in units of 10^-18; undefined where no market had a price. */
  value: bigint | undefined;
}

export interface Flow {
  seconds: number;
  type: EntryFlow | 'buy' | 'sell' | 'futures' | 'futures fee' | 'other';
  reference: string;
  /** Of the network, or what the bank calls the payment; empty where there is none. */
  hash: string;
  /** Both before fee, GST and tax. */
  received?: Money | undefined;
  sent?: Money | undefined;
  fee?: Money | undefined;
  gst?: Money | undefined;
  tds?: Money | undefined;
}

interface Payment {
  fee: string;
  hash: string;
}

interface Facts {
  rupeeId: number;
  tickers: ReadonlyMap<number, string>;
  prices: ReadonlyMap<string, RupeePrice>;
  payments: ReadonlyMap<string, Payment>;
  rules: readonly TaxRule[];
}

/** Events that are priced by one statement. */
const batchSize = 500;

/** The oldest first. @param db inside a transaction @param wanted.from unix seconds; the end is exclusive */
export async function* findFlows(
  db: Queryable,
  { userId, from, to }: { userId: number; from: number; to: number },
): AsyncGenerator<Flow> {
  const assets = await db.query<{ id: number; ticker: string }>('SELECT id, ticker FROM assets');
  const tickers = new Map(assets.rows.map(({ id, ticker }) => [id, ticker]));
  const rupeeId = assets.rows.find(({ ticker }) => ticker === 'INR')?.id ?? 0;
  const rules = await readRules(db);
  const time = (seconds: number) => new Date(seconds * 1_000).toISOString();
  const rows = queryRows<EventRow>(db, eventsStatement({ userId, from: time(from), to: time(to), limit: null }));
  for await (const events of batchesOf(rows)) {
    const wanted = events.flatMap((event) => [
      ...pricesOf(event, rupeeId),
      ...assetsOf(event).flatMap((assetId) => (assetId === rupeeId ? [] : [{ assetId, micros: event.micros }])),
    ]);
    const prices = await findPrices(db, wanted);
    const payments = await findPayments(db, userId, events);
    for (const event of events) yield flowOf(event, { rupeeId, tickers, prices, payments, rules });
  }
}

async function* batchesOf(rows: AsyncIterable<EventRow>): AsyncGenerator<TaxEvent[]> {
  let batch: TaxEvent[] = [];
  for await (const row of rows) {
    batch.push(eventOf(row));
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Of deposits and withdrawals, by the reference of their entry in the ledger. */
async function findPayments(db: Queryable, userId: number, events: readonly TaxEvent[]): Promise<Map<string, Payment>> {
  const ids = (prefix: string) =>
    events.flatMap(({ type, reference }) =>
      type === 'entry' && reference.startsWith(prefix) ? (/:(\d+)#/.exec(reference)?.[1] ?? []) : [],
    );
  const { rows } = await db.query<Payment & { reference: string }>(
    `SELECT 'deposit:' || id AS reference, fee::text AS fee, transaction_hash AS hash FROM deposits WHERE user_id = $1 AND id = ANY($2::bigint[])
      UNION ALL SELECT 'withdrawal:' || id, fee::text, transaction_hash FROM withdrawals WHERE user_id = $1 AND id = ANY($3::bigint[])`,
    [userId, ids('deposit:'), ids('withdrawal:')],
  );
  return new Map(rows.map(({ reference, ...payment }) => [reference, payment]));
}

function flowOf(event: TaxEvent, facts: Facts): Flow {
  const money = (assetId: number, units: bigint): Money => ({
    ticker: facts.tickers.get(assetId) ?? String(assetId),
    units,
    value: rupeesOf(event.micros, assetId, units, facts),
  });
  const some = (assetId: number, units: bigint) => (units === 0n ? undefined : money(assetId, units));
  const of = { seconds: Number(BigInt(event.micros) / 1_000_000n), reference: event.reference, hash: '' };
  if (event.type === 'entry') return entryFlow(event, of, money, facts);
  if (event.type === 'claim') {
    const { assetId } = event;
    const received = money(assetId, unitsOf(event.amount));
    return { ...of, type: 'reward', received, tds: some(assetId, unitsOf(event.tds)) };
  }
  if (event.type === 'cash') {
    const { assetId } = event;
    const amount = unitsOf(event.amount);
    if (cashReasonNames[event.reason] !== 'fee' || amount > 0n)
      return {
        ...of,
        type: 'futures',
        ...(amount < 0n ? { sent: money(assetId, -amount) } : { received: money(assetId, amount) }),
      };
    // The rates of perpetuals have GST inside.
    const gst = gstInside(-amount, gstPpmAt(facts.rules, event.at));
    return { ...of, type: 'futures fee', fee: money(assetId, -amount - gst), gst: some(assetId, gst) };
  }
  const { baseId, quoteId, feeAssetId } = event;
  const gross = money(quoteId, unitsOf(event.gross));
  // What is given for something is worth the same.
  const amount = { ...money(baseId, unitsOf(event.amount)), value: gross.value };
  const isBought = event.type === 'bought';
  return {
    ...of,
    type: isBought ? 'buy' : 'sell',
    received: isBought ? amount : gross,
    sent: isBought ? gross : amount,
    fee: some(feeAssetId, unitsOf(event.fee)),
    gst: some(feeAssetId, unitsOf(event.gst)),
    tds: some(quoteId, unitsOf(event.tds)),
  };
}

/** The entry has what has reached or left the wallet: of a deposit less its fee, of a withdrawal with it. */
function entryFlow(
  { assetId, kind, amount, reference }: EntryEvent,
  of: Pick<Flow, 'seconds' | 'reference' | 'hash'>,
  money: (assetId: number, units: bigint) => Money,
  { payments }: Facts,
): Flow {
  const moved = unitsOf(amount);
  const payment = payments.get(reference.split('#')[0] ?? '');
  // What is returned of a withdrawal has its fee inside, which nobody keeps.
  const fee = kind === 'withdrawal_returned' ? 0n : unitsOf(payment?.fee ?? '0');
  return {
    ...of,
    type: entryKinds[kind]?.flow ?? 'other',
    hash: payment?.hash ?? '',
    ...(moved < 0n ? { sent: money(assetId, -moved - fee) } : { received: money(assetId, moved + fee) }),
    fee: fee === 0n ? undefined : money(assetId, fee),
  };
}

function rupeesOf(micros: string, assetId: number, units: bigint, { rupeeId, prices }: Facts): bigint | undefined {
  if (assetId === rupeeId) return units;
  const price = prices.get(priceKey({ assetId, micros }));
  return price && (units * price.units) / one;
}
