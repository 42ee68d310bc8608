/** What lies on each network: at the hot address, on the addresses of depositors, and in the cold wallet. */
import { paymentStatus } from '@pelican/shared/contracts/payments';
import { stripZeros } from '@pelican/shared/money';
import type { Chain } from '../../chains/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import type { WatchedNetwork } from '../deposits/index.ts';
import { noteDeposits, readHoldings } from './holdings.ts';
import { findPlace, type ReadPlace } from './place.ts';

/** A token's contract may say any number: what no column holds is cut. */
const wholeMax = '99999999999999999999';

export interface NetworkBalance {
  networkId: number;
  /** Its key: 'ETHEREUM' */
  network: string;
  assetId: number;
  ticker: string;
  /** Whole units, as all amounts here. */
  hot: string;
  /** Sum of what lies on the addresses of depositors. */
  deposits: string;
  cold: string;
  hotAddress: string;
  /** Empty where there is no cold wallet. */
  coldAddress: string;
  /** The block that was read: it had the confirmations of its network. */
  blockHeight: number;
  blockHash: string;
  /** What lay there by the ledger at that moment; null while transactions were on their way. */
  ledger: string | null;
  readAt: Date;
}

/** The newest reading of each network and asset. Networks that are not read any more keep their last one: look at `readAt`. */
export async function readNetworkBalances(db: Queryable): Promise<NetworkBalance[]> {
  const { rows } = await db.query<Omit<NetworkBalance, 'blockHeight'> & { blockHeight: string }>(
    `SELECT network_id AS "networkId", network.key AS network, asset_id AS "assetId", ticker, hot, deposits, cold,
       hot_address AS "hotAddress", cold_address AS "coldAddress", block_height AS "blockHeight", block_hash AS "blockHash", ledger,
       read_at AS "readAt"
      FROM network_balances JOIN networks network ON network.id = network_id JOIN assets ON assets.id = asset_id
      ORDER BY network_id, asset_id`,
  );
  return rows.map((row) => ({
    ...row,
    hot: stripZeros(row.hot),
    deposits: stripZeros(row.deposits),
    cold: stripZeros(row.cold),
    blockHeight: Number(row.blockHeight),
    ledger: row.ledger === null ? null : stripZeros(row.ledger),
  }));
}

/**
 * Reads a network after its newest block that has its confirmations, which is how the ledger counts it too.
 * @param coldAddress empty where there is none
 * @throws Error when the network does not answer
 */
export async function recordBalances(
  db: Queryable,
  network: WatchedNetwork,
  { chain, coldAddress }: { chain: Pick<Chain, 'balance'>; coldAddress: string },
): Promise<void> {
  const place = await findPlace(db, network);
  const balance = chain.balance?.bind(chain);
  if (!place || !balance) return;
  const { height } = place;
  const before = await readLedger(db, network.id);
  await noteDeposits(db, network.id, height);
  await readHoldings(db, network.id, { balance, height, isDueOnly: false });
  for (const { assetId, contract, decimals } of await findCoins(db, network.id)) {
    const hot = await balance(place.hotAddress, contract, height);
    const cold = coldAddress === '' ? 0n : await balance(coldAddress, contract, height);
    const units = { hot: String(hot), deposits: await sumHoldings(db, network.id, assetId), cold: String(cold) };
    await writeBalance(db, network.id, { place, coldAddress, before, assetId, decimals, units });
  }
}

/**
 * The same of a network whose transactions spend outputs, by those of ours that the watcher knows. Payouts spend what lies at any address of
 * ours, so all of it is hot. Of the cold wallet it knows none.
 */
export async function recordOutputs(db: Queryable, network: WatchedNetwork): Promise<void> {
  const place = await findPlace(db, network);
  if (!place) return;
  const before = await readLedger(db, network.id);
  const { rows } = await db.query<{ units: string }>(
    `SELECT coalesce(sum(units), 0)::text AS units FROM utxos
      WHERE network_id = $1 AND height <= $2 AND (spent_height IS NULL OR spent_height > $2)`,
    [network.id, place.height],
  );
  const units = { hot: rows[0]?.units ?? '0', deposits: '0', cold: '0' };
  for (const { assetId, contract, decimals } of await findCoins(db, network.id))
    if (contract === '')
      await writeBalance(db, network.id, { place, coldAddress: '', before, assetId, decimals, units });
}

interface Reading {
  place: ReadPlace;
  coldAddress: string;
  /** The ledger's figures before the network was read. */
  before: ReadonlyMap<number, string> | undefined;
  assetId: number;
  decimals: number;
  units: { hot: string; deposits: string; cold: string };
}

/** Nothing while a sweep is over in a later block than the one that was read: its coins would be at neither end. */
async function writeBalance(
  db: Queryable,
  networkId: number,
  { place, coldAddress, before, assetId, decimals, units }: Reading,
): Promise<void> {
  const after = await readLedger(db, networkId);
  const ledger = after?.get(assetId) ?? '0';
  const isSteady = before !== undefined && after !== undefined && (before.get(assetId) ?? '0') === ledger;
  await db.query(
    `INSERT INTO network_balances AS known (network_id, asset_id, hot, deposits, cold, hot_address, cold_address, block_height, block_hash, ledger)
     SELECT $1::smallint, $2::smallint, ${wholeOf('$3::numeric')}, ${wholeOf('$11::numeric')}, ${wholeOf('$4::numeric')}, $6, $7, $8::bigint, $9, $10
      WHERE NOT EXISTS (SELECT FROM sweeps WHERE network_id = $1::smallint AND state IN ('done', 'failed') AND block_height > $8::bigint)
     ON CONFLICT (network_id, asset_id) DO UPDATE SET hot = EXCLUDED.hot, deposits = EXCLUDED.deposits, cold = EXCLUDED.cold,
       hot_address = EXCLUDED.hot_address, cold_address = EXCLUDED.cold_address, block_height = EXCLUDED.block_height,
       block_hash = EXCLUDED.block_hash, ledger = EXCLUDED.ledger, read_at = clock_timestamp()
     WHERE known.block_height <= EXCLUDED.block_height OR known.read_at < now() - interval '1 hour'`,
    [
      networkId,
      assetId,
      units.hot,
      units.cold,
      decimals,
      place.hotAddress,
      coldAddress,
      place.height,
      place.hash,
      isSteady ? ledger : null,
      units.deposits,
    ],
  );
}

async function sumHoldings(db: Queryable, networkId: number, assetId: number): Promise<string> {
  const { rows } = await db.query<{ units: string }>(
    'SELECT coalesce(sum(units), 0)::text AS units FROM deposit_holdings WHERE network_id = $1 AND asset_id = $2',
    [networkId, assetId],
  );
  return rows[0]?.units ?? '0';
}

/** Units as whole ones: $5 is how many digits of them are behind the point. */
const wholeOf = (units: string) => `least(trunc(${units} / power(10::numeric, $5::int), 18), ${wholeMax})`;

async function findCoins(
  db: Queryable,
  networkId: number,
): Promise<{ assetId: number; contract: string; decimals: number }[]> {
  const { rows } = await db.query<{ assetId: number; contract: string; decimals: number }>(
    `SELECT asset_id AS "assetId", contract, coalesce(decimals, assets.scale) AS decimals
      FROM payment_methods JOIN assets ON assets.id = asset_id WHERE network_id = $1 ORDER BY asset_id`,
    [networkId],
  );
  return rows;
}

/** What lies on the network by the ledger, by asset; undefined while something is on its way that the two sides count at different times. */
async function readLedger(db: Queryable, networkId: number): Promise<Map<number, string> | undefined> {
  const { rows } = await db.query<{ assetId: number | null; amount: string; isMoving: boolean }>(
    `SELECT asset_id AS "assetId", -balance AS amount, moving AS "isMoving"
      FROM (SELECT EXISTS (SELECT FROM withdrawals JOIN payment_methods method ON method.id = method_id
          WHERE status = ${paymentStatus.sent} AND method.network_id = $1)
        OR EXISTS (SELECT FROM sweeps WHERE network_id = $1 AND (state = 'sent' OR lost_at IS NOT NULL)) AS moving) AS state
      LEFT JOIN ledger_accounts ON kind = 'chain' AND object_id = $1`,
    [networkId],
  );
  if (rows.some(({ isMoving }) => isMoving)) return undefined;
  return new Map(rows.flatMap(({ assetId, amount }) => (assetId === null ? [] : [[assetId, amount]])));
}
