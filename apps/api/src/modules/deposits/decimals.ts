/**
 * Tokens whose contract names other decimals than their payment method has: amounts of their deposits would be wrong by powers of ten. Until the two
 * agree, deposits are written frozen, none is credited, and nothing is paid out.
 */
import { paymentStatus } from '@pelican/shared/contracts/payments';
import type { Logger } from 'pino';
import type { ChainReader } from '../../chains/index.ts';
import type { Queryable, Transaction } from '../../platform/database/index.ts';
import { decimalsDiffer } from '../payments/index.ts';

/** Of deposits by a method whose decimals differ. */
export const differingReason = 'Its amount is being examined';

/** The blocks of a network wait for so long, and for one answer more, while its contracts are asked. */
const askingMs = 5_000;
const askedAtOnce = 10;

export interface Token {
  contract: string;
  /** Of its method. */
  decimals: number;
}

/** By contract; null of one that names none, or that could not be asked and was not before. */
export type NamedDecimals = ReadonlyMap<string, number | null>;

/** A contract that cannot be asked is as it was: it holds up no other one. Undefined where a network has no contracts to ask. */
export async function readDecimals(
  { pool, log }: { pool: Queryable; log: Pick<Logger, 'warn'> },
  { id, key }: { id: number; key: string },
  { chain, tokens }: { chain: ChainReader; tokens: readonly Token[] },
): Promise<NamedDecimals | undefined> {
  if (!chain.decimals) return undefined;
  const named = new Map<string, number | null>();
  const endsAt = Date.now() + askingMs;
  const ask = async ({ contract, decimals }: Token): Promise<void> => {
    try {
      if (Date.now() > endsAt) throw new Error('others of the network took too long');
      named.set(contract, (await chain.decimals?.(contract, decimals)) ?? null);
    } catch (err) {
      log.warn({ network: key, contract, err }, 'a token could not be asked for its decimals; trying again');
      named.set(contract, await findNamed(pool, id, contract));
    }
  };
  for (let from = 0; from < tokens.length; from += askedAtOnce)
    await Promise.all(tokens.slice(from, from + askedAtOnce).map(ask));
  return named;
}

async function findNamed(db: Queryable, networkId: number, contract: string): Promise<number | null> {
  const { rows } = await db.query<{ decimals: number | null }>(
    'SELECT decimals FROM contract_decimals WHERE network_id = $1 AND contract = $2',
    [networkId, contract],
  );
  return rows[0]?.decimals ?? null;
}

/** For payouts, operators and the alert. Writes what is not known. */
export async function noteDecimals(tx: Transaction, networkId: number, named: NamedDecimals): Promise<void> {
  if (named.size === 0) return;
  await tx.query(
    `INSERT INTO contract_decimals AS known (network_id, contract, decimals)
      SELECT $1, found.contract, found.decimals FROM unnest($2::text[], $3::smallint[]) AS found(contract, decimals)
        LEFT JOIN contract_decimals before ON before.network_id = $1 AND before.contract = found.contract
        WHERE before.contract IS NULL OR before.decimals IS DISTINCT FROM found.decimals
      ON CONFLICT (network_id, contract) DO UPDATE SET decimals = EXCLUDED.decimals, changed_at = clock_timestamp()`,
    [networkId, [...named.keys()], [...named.values()]],
  );
}

export interface DifferingMethod {
  id: number;
  ticker: string;
  contract: string;
  decimals: number;
  /** Of the contract; null: it names none. */
  named: number | null;
}

/** Methods of a network that differ from their contracts. The caller holds the cursor, for which changes of methods wait. */
export async function findDiffering(tx: Queryable, networkId: number): Promise<DifferingMethod[]> {
  const { rows } = await tx.query<DifferingMethod>(
    `SELECT method.id, ticker, method.contract, method.decimals, known.decimals AS named FROM payment_methods method
      JOIN assets ON assets.id = asset_id JOIN contract_decimals known ON known.network_id = method.network_id AND known.contract = method.contract
      WHERE method.network_id = $1 AND ${decimalsDiffer} ORDER BY method.id`,
    [networkId],
  );
  return rows;
}

/**
 * Freezes what waits of these methods, also what is frozen for another reason: what was seen before their contracts were asked, and what operators have
 * assigned since. Of what has no units it keeps the decimals by which the amount was counted.
 */
export async function freezeDiffering(tx: Transaction, methodIds: readonly number[]): Promise<void> {
  if (methodIds.length === 0) return;
  await tx.query(
    `UPDATE deposits SET status = ${paymentStatus.frozen}, reason = $2, changed_at = clock_timestamp(),
        held_decimals = CASE WHEN units IS NULL THEN coalesce(held_decimals, method.decimals) END
      FROM payment_methods method WHERE method.id = method_id AND method_id = ANY ($1)
        AND (status = ${paymentStatus.pending} OR status = ${paymentStatus.frozen} AND (reason <> $2 OR units IS NULL AND held_decimals IS NULL))`,
    [methodIds, differingReason],
  );
}
