/** Indexes that fall so far that loans are warned of, called and sold, jump for a moment, and come back. */
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../../scripts/services/process.ts';
import type { HttpSession } from '../http-session.ts';
import { standingAtSale } from './invariants.ts';
import type { LoanRun } from './run.ts';

export interface Indexes {
  /** Of the beginning, by the pledge. */
  readonly start: Readonly<Record<string, number>>;
  /** @param shares of the beginning, by the pledge */
  set(shares: Readonly<Record<string, number>>): Promise<void>;
}

/** @param by an operator of whom nothing else is asked: changes of one operator are limited */
export function indexesOf(by: HttpSession, start: Readonly<Record<string, number>>): Indexes {
  return {
    start,
    async set(shares) {
      for (const [ticker, share] of Object.entries(shares)) {
        const body = {
          market: `${ticker}_USDT`,
          price: ((start[ticker] ?? 0) * share).toFixed(2),
          hold: 900,
          reason: 'A fall',
        };
        await by.send('POST', '/v2/ops/index', body);
      }
    },
  };
}

const fallenMs = 45_000;
const soldMsMax = 120_000;
const repeatMs = 4_000;

/** At its share of the operations each. What was sent to a part that died is sent again. */
export async function moveIndexes(run: LoanRun, indexes: Indexes, share: () => number): Promise<void> {
  let wanted: Record<string, number> = {};
  const repeated = setInterval(() => void indexes.set(wanted), repeatMs);
  const from = async (place: number, shares: Record<string, number>) => {
    while (share() < place) await delay(100);
    wanted = shares;
    await indexes.set(shares);
  };
  try {
    await from(0.1, { BTC: 0.87, ETH: 0.87, SOL: 0.78 });
    await from(0.25, { BTC: 1, ETH: 1, SOL: 1 });
    // Ninety percent for a moment.
    await from(0.3, { BTC: 0.1, ETH: 1, SOL: 1 });
    await delay(3_000);
    await from(0.3, { BTC: 1, ETH: 1, SOL: 1 });
    // Deep enough for everybody; what SOL is sold for does not cover what was lent on it.
    await from(0.5, { BTC: 0.5, ETH: 0.6, SOL: 0.3 });
    await delay(fallenMs);
    const isDone = async () =>
      (await run.database.query(standingAtSale).catch(() => ({ rows: [0] }))).rows.length === 0 || share() >= 1;
    await until('whatever has reached its level is sold', isDone, soldMsMax).catch((error: Error) =>
      run.faults.push(error.message),
    );
    await from(0, { BTC: 1, ETH: 1, SOL: 1 });
  } finally {
    clearInterval(repeated);
  }
}
