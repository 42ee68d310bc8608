/** Sweeps as operators read them. */
import { stripZeros } from '@pelican/shared/money';
import type { Queryable } from '../../platform/database/index.ts';
import { sweepRefusals } from '../signer/index.ts';
import type { SweepKind } from './repository.ts';

const shownMax = 200;

/** Beside what the signer refuses. */
const ofNetwork = {
  no_funds: 'The address has too little for it, or for its fee',
  not_taken: 'The network has refused its signed transaction for some time. It is handed in again all the time',
} as const;

export interface ShownRule {
  network: string;
  ticker: string;
  minimum: string;
  target: string;
  max: string;
}

export interface ShownSweep {
  id: number;
  network: string;
  ticker: string;
  kind: SweepKind;
  state: string;
  address: string;
  transactionHash: string | null;
  /** In words; undefined: none. */
  problem: string | undefined;
  createdAt: Date;
}

export async function listSweepRules(db: Queryable): Promise<ShownRule[]> {
  const { rows } = await db.query<ShownRule>(
    `SELECT network.key AS network, ticker, minimum, hot_target AS target, hot_max AS max FROM sweep_rules
      JOIN networks network ON network.id = network_id JOIN assets ON assets.id = asset_id ORDER BY network_id, asset_id`,
  );
  return rows.map((row) => ({
    ...row,
    minimum: stripZeros(row.minimum),
    target: stripZeros(row.target),
    max: stripZeros(row.max),
  }));
}

/** Those that are under way, have failed, or have lost their block; the oldest first. */
export async function listOpenSweeps(db: Queryable): Promise<ShownSweep[]> {
  const { rows } = await db.query<Omit<ShownSweep, 'problem'> & { problem: string | null; isLost: boolean }>(
    `SELECT sweep.id::float8 AS id, network.key AS network, ticker, sweep.kind, state, sweep.address, problem, sweep.created_at AS "createdAt",
       lost_at IS NOT NULL AS "isLost",
       (SELECT transaction_hash FROM signed_sweeps WHERE sweep_id = sweep.id ORDER BY place DESC LIMIT 1) AS "transactionHash"
      FROM sweeps sweep JOIN networks network ON network.id = network_id JOIN assets ON assets.id = asset_id
      WHERE state IN ('waiting', 'sent', 'failed') OR lost_at IS NOT NULL ORDER BY sweep.id LIMIT ${shownMax}`,
  );
  return rows.map(({ isLost, ...row }) => ({ ...row, problem: isLost ? 'Its block is gone' : inWords(row.problem) }));
}

function inWords(problem: string | null): string | undefined {
  if (problem === null) return undefined;
  const words: Record<string, string> = { ...sweepRefusals, ...ofNetwork };
  return words[problem] ?? problem;
}
