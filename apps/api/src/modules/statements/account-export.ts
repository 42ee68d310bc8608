/**
 * The exports of movements: everything that has changed the balances of a user's wallets in a period, with the balance after each. The balance at the beginning is the
 * present one less what has come since, and it is checked that the last one of the period is the present one less what has come after it: a file that does not add up
 * is not written.
 */
import { movementsParams, statementParams } from '@pelican/shared/contracts/exports';
import type { WalletName } from '@pelican/shared/contracts/statements';
import { formatBigUnits, parseBigUnits } from '@pelican/shared/money';
import type { Queryable } from '../../platform/database/index.ts';
import type { Cell, Column } from '../../platform/documents/index.ts';
import { declareExportKind, queryRows } from '../exports/index.ts';
import { changesSince, type PeriodOfUser, presentBalances } from './account-changes.ts';

const scale = 18;
const walletNames: Record<WalletName, string> = { main: 'Main', trade: 'Trade', futures: 'Futures' };
const currencyAt = 0;

const columns: readonly Column[] = [
  { name: 'Currency', kind: 'text', width: 0.6 },
  { name: 'Wallet', kind: 'text', width: 0.6 },
  { name: 'Time', kind: 'time', width: 1.2 },
  { name: 'Movement', kind: 'text', width: 1.6 },
  { name: 'Details', kind: 'text', width: 1.6 },
  { name: 'Change', kind: 'figure', width: 1.3, currency: currencyAt },
  { name: 'Balance', kind: 'figure', width: 1.3, currency: currencyAt },
];

/** One asset in one wallet, in units of 10^-18. */
interface Section {
  ticker: string;
  wallet: WalletName;
  opening: bigint;
  closing: bigint;
}

/** In the order of the changes. */
async function findSections(db: Queryable, period: PeriodOfUser): Promise<Section[]> {
  const { rows } = await db.query<{ ticker: string; wallet: WalletName; opening: string; closing: string }>(
    `SELECT asset.ticker, wallet, coalesce(held, 0) - coalesce(since, 0) AS opening, coalesce(held, 0) - coalesce(after, 0) AS closing
      FROM (${presentBalances}) present
      FULL JOIN (SELECT wallet, asset_id, sum(change) AS since, sum(change) FILTER (WHERE time >= to_timestamp($3)) AS after
        FROM (${changesSince}) change GROUP BY wallet, asset_id) moved USING (wallet, asset_id)
      JOIN assets asset ON asset.id = asset_id ORDER BY asset.ticker COLLATE "C", wallet COLLATE "C"`,
    [period.userId, period.from, period.to],
  );
  return rows.map(({ ticker, wallet, opening, closing }) => ({
    ticker,
    wallet,
    opening: parseBigUnits(opening, scale),
    closing: parseBigUnits(closing, scale),
  }));
}

interface Change {
  ticker: string;
  wallet: WalletName;
  time: number;
  kind: string;
  reference: string;
  change: string;
}

interface Wanted extends PeriodOfUser {
  wallet: string | null;
  ticker: string | null;
}

/** @param withBalances rows with the balances at the beginning and the end of the period @throws Error when it does not add up */
async function* rowsOf(db: Queryable, wanted: Wanted, withBalances: boolean): AsyncGenerator<readonly Cell[]> {
  const { userId, from, to, wallet, ticker } = wanted;
  const sections = (await findSections(db, wanted)).filter(
    (section) => (wallet === null || section.wallet === wallet) && (ticker === null || section.ticker === ticker),
  );
  const text = `SELECT asset.ticker, wallet, extract(epoch FROM time)::float8 AS time, kind, reference, change
    FROM (${changesSince}) change JOIN assets asset ON asset.id = asset_id
    WHERE time < to_timestamp($3) AND change <> 0 AND ($4::text IS NULL OR wallet = $4) AND ($5::text IS NULL OR asset.ticker = $5)
    ORDER BY asset.ticker COLLATE "C", wallet COLLATE "C", time, rank, major, minor`;
  const changes = queryRows<Change>(db, { text, values: [userId, from, to, wallet, ticker] });
  let next = await changes.next();
  for (const section of sections) {
    let balance = section.opening;
    const of: readonly Cell[] = [section.ticker, walletNames[section.wallet]];
    const isOwn = ({ ticker: asset, wallet: name }: Change) => asset === section.ticker && name === section.wallet;
    const hasChanges = next.done !== true && isOwn(next.value);
    const isShown = withBalances && (hasChanges || balance !== 0n);
    if (isShown) yield [...of, from, 'Opening balance', '', null, formatBigUnits(balance, scale)];
    while (next.done !== true && isOwn(next.value)) {
      const { time, kind, reference, change } = next.value;
      const units = parseBigUnits(change, scale);
      balance += units;
      yield [...of, time, nameOf(kind), reference, formatBigUnits(units, scale), formatBigUnits(balance, scale)];
      next = await changes.next();
    }
    if (balance !== section.closing)
      throw new Error(
        `the movements of ${section.ticker} in the wallet ${section.wallet} of user ${userId} do not add up`,
      );
    if (isShown) yield [...of, to, 'Closing balance', '', null, formatBigUnits(balance, scale)];
  }
  if (next.done !== true) throw new Error(`a movement of ${next.value.ticker} of user ${userId} is of no balance`);
}

/** 'Crypto deposit' for crypto_deposit. */
function nameOf(kind: string): string {
  const words = kind.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What has happened by now: a period that is not over ends with the file. */
const endOf = (to: number | undefined) => Math.min(to ?? Number.POSITIVE_INFINITY, Date.now() / 1_000);

export const movementsExport = declareExportKind({
  name: 'statements.movements',
  params: movementsParams,
  fileName: 'movements',
  title: () => 'Movements',
  period: ({ from, to }) => ({ from, to }),
  notes: () => ['Each balance is that of the wallet after the movement.'],
  columns: () => columns,
  rows: (db, userId, { from, to, wallet, ticker }) =>
    rowsOf(db, { userId, from: from ?? 0, to: endOf(to), wallet: wallet || null, ticker: ticker || null }, false),
});

export const accountStatement = declareExportKind({
  name: 'statements.account',
  params: statementParams,
  fileName: 'account-statement',
  title: () => 'Account statement',
  period: ({ from, to }) => ({ from, to }),
  notes: () => [
    'Opening balance, movements and closing balance of each currency in each wallet. Money in open orders and withdrawals is part of its wallet.',
  ],
  columns: () => columns,
  rows: (db, userId, { from, to }) => rowsOf(db, { userId, from, to: endOf(to), wallet: null, ticker: null }, true),
});
