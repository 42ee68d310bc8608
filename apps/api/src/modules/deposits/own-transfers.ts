/** Transfers that the exchange has made itself: sweeps, gas and refills of the hot address are nobody's deposits. */
import type { ChainTransfer } from '../../chains/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { findOwn } from './watched.ts';

/** The memo of coins that a demo's hot address gets from the faucet of the sandbox. Anybody may write it: it counts at that address alone, where it is no user's memo. */
export const sandboxRefillMemo = 'refill of the hot wallet';

export interface SortedOut<Arrival> {
  /** What may be a deposit: payouts to depositors' addresses are among them. */
  arrivals: Arrival[];
  /** Hashes of transactions that our keys have signed and no table knows, as after a restore: what they carry is for operators. */
  unknown: ReadonlySet<string>;
}

export async function sortOutOwn<Arrival extends ChainTransfer>(
  tx: Transaction,
  networkId: number,
  arrivals: readonly Arrival[],
): Promise<SortedOut<Arrival>> {
  if (arrivals.length === 0) return { arrivals: [], unknown: new Set() };
  const hashes = arrivals.map(({ transactionHash }) => transactionHash);
  const { rows } = await tx.query<{ hash: string; isPayout: boolean }>(
    `SELECT transaction_hash AS hash, false AS "isPayout" FROM signed_sweeps WHERE transaction_hash = ANY ($1)
     UNION ALL SELECT transaction_hash, true FROM signed_payouts WHERE network_id = $2 AND transaction_hash = ANY ($1)
     UNION ALL SELECT transaction_hash, true FROM signed_replacements WHERE transaction_hash = ANY ($1)`,
    [hashes, networkId],
  );
  const sweeps = new Set(rows.flatMap(({ hash, isPayout }) => (isPayout ? [] : [hash])));
  const payouts = new Set(rows.flatMap(({ hash, isPayout }) => (isPayout ? [hash] : [])));
  const senders = [...new Set(arrivals.flatMap(({ sender }) => sender ?? []))];
  const [own, refills, hotAddress] = await Promise.all([
    findOwn(tx, networkId, senders),
    findRefills(tx, networkId),
    findHotAddress(tx, networkId),
  ]);
  const isOwn = ({ sender }: Arrival) => sender !== undefined && own.has(sender);
  return {
    arrivals: arrivals.filter(
      ({ transactionHash, sender, address, memo }) =>
        !sweeps.has(transactionHash) &&
        !refills.has(`${sender} ${address}`) &&
        !(sender === undefined && address === hotAddress && memo === sandboxRefillMemo),
    ),
    unknown: new Set(
      arrivals
        .filter((arrival) => isOwn(arrival) && !payouts.has(arrival.transactionHash))
        .map(({ transactionHash }) => transactionHash),
    ),
  };
}

/** From the cold wallet to the hot address, as operators send it. */
async function findRefills(tx: Transaction, networkId: number): Promise<Set<string>> {
  const { rows } = await tx.query<{ cold: string; hot: string }>(
    `SELECT DISTINCT cold_address AS cold, hot_address AS hot FROM network_balances WHERE network_id = $1 AND cold_address <> ''`,
    [networkId],
  );
  return new Set(rows.map(({ cold, hot }) => `${cold} ${hot}`));
}

async function findHotAddress(tx: Transaction, networkId: number): Promise<string | undefined> {
  const { rows } = await tx.query<{ address: string }>(
    'SELECT hot_address AS address FROM chain_cursors WHERE network_id = $1',
    [networkId],
  );
  return rows[0]?.address;
}
