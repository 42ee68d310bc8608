/**
 * Everything that has changed the balance of one asset in one wallet, the newest first, with the balance after each: the present balance less
 * what is newer. A page costs the same wherever it is: the cursor has the balance, and of trades, which are found by their user alone, a page
 * looks at a bounded number. Everything of a page comes from one statement, so from one moment.
 */
import type { Movement, Movements, WalletName } from '@pelican/shared/contracts/statements';
import { formatBigUnits, parseBigUnits } from '@pelican/shared/money';
import type { Queryable } from '../../platform/database/index.ts';
import { type MovementCursor, readCursor, writeCursor } from './cursor.ts';
import { movementsStatement, type Place } from './movement-sources.ts';

export interface MovementsWanted {
  userId: number;
  assetId: number;
  wallet: WalletName;
  limit: number;
  cursor: string | undefined;
}

/** Trades of each side that one page looks at. */
const tradesScanned = 5_000;
const scale = 18;

interface Row extends Place {
  /** Unix seconds. */
  time: number;
  /** Null in the rows of the balance and of the horizons. */
  change: string | null;
  kind: string;
  reference: string;
  held: string;
}

/** Behind everything. */
const newest: Place = { place: '9000000000000000', rank: 0, major: '0', minor: '0' };

/**
 * @param trades of each side that a page looks at
 * @throws DomainError invalid_argument for an unknown cursor
 */
export async function findMovements(
  db: Queryable,
  { userId, assetId, wallet, limit, cursor }: MovementsWanted,
  trades: number = tradesScanned,
): Promise<Movements> {
  const from = cursor === undefined ? undefined : readCursor(cursor);
  const wanted = { userId, assetId, behind: from ?? newest, rows: limit + 1, trades };
  const { text, values } = movementsStatement(wallet, wanted);
  const { rows } = await db.query<Row>(text, [...values]);
  return pageOf(rows, limit, from);
}

/** Of numbers as texts: the greater one first. */
function descending(a: string, b: string): number {
  if (a === b) return 0;
  return BigInt(a) < BigInt(b) ? 1 : -1;
}

function newestFirst(a: Place, b: Place): number {
  return (
    descending(a.place, b.place) || b.rank - a.rank || descending(a.major, b.major) || descending(a.minor, b.minor)
  );
}

function pageOf(rows: readonly Row[], limit: number, from: MovementCursor | undefined): Movements {
  const horizon = rows.filter(({ kind }) => kind === 'horizon').sort(newestFirst)[0];
  const found = rows
    .flatMap((row) => (row.change === null ? [] : [{ ...row, units: parseBigUnits(row.change, scale) }]))
    .filter((row) => !horizon || newestFirst(row, horizon) <= 0)
    .sort(newestFirst);
  const shown = found.slice(0, limit);
  const held = rows.find(({ kind, change }) => kind === 'balance' && change === null)?.held ?? '0';
  let balance = from ? BigInt(from.balance) : parseBigUnits(held, scale);
  const result: Movement[] = shown.map(({ place, rank, major, minor, time, kind, reference, units }) => {
    const after = balance;
    balance -= units;
    return {
      id: [place, rank, major, minor].join('-'),
      time,
      kind,
      reference,
      change: formatBigUnits(units, scale),
      balance: formatBigUnits(after, scale),
    };
  });
  const last = found.length > limit ? shown.at(-1) : horizon;
  if (!last) return { result, next: null, opening: formatBigUnits(balance, scale) };
  const { place, rank, major, minor } = last;
  return { result, next: writeCursor({ place, rank, major, minor, balance: `${balance}` }), opening: null };
}
