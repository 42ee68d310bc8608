/** What the signer reads and writes of transactions that pay several withdrawals. */
import type { OwnOutput } from '../../chains/index.ts';
import type { Queryable, Transaction } from '../../platform/database/index.ts';
import type { Approved, SignedPayout } from './payouts.ts';
import { isAccepted, isReserved } from './signatures.ts';

export interface BatchPayment {
  id: number;
  approved: Approved;
  /** What the receiver gets, in the network's smallest unit. */
  units: bigint;
}

/**
 * Outputs that are ours, unspent, and that neither a signed transaction nor one that operators have found may still spend; undefined when one of them is not. One that was signed for before is what
 * it was then.
 */
export async function findFree(
  tx: Transaction,
  networkId: number,
  outpoints: readonly string[],
): Promise<OwnOutput[] | undefined> {
  const { rows } = await tx.query<{ outpoint: string; index: string; units: string }>(
    `SELECT outpoint, coalesce(before.derivation_index, utxos.derivation_index) AS index, coalesce(before.units, utxos.units) AS units
      FROM utxos LEFT JOIN LATERAL (SELECT derivation_index, units FROM signed_inputs used
        WHERE used.network_id = $1 AND used.outpoint = utxos.outpoint ORDER BY nonce LIMIT 1) AS before ON true
      WHERE network_id = $1 AND outpoint = ANY ($2) AND spent_by IS NULL
        AND NOT ${isReserved('utxos')} AND NOT ${isAccepted('utxos')} ORDER BY outpoint`,
    [networkId, outpoints],
  );
  return rows.length === outpoints.length ? rows.map(ownOutput) : undefined;
}

const ownOutput = ({ outpoint, index, units }: { outpoint: string; index: string; units: string }): OwnOutput => ({
  outpoint,
  index: Number(index),
  units: BigInt(units),
});

export async function findBatch(
  tx: Transaction,
  withdrawalId: number,
): Promise<{ networkId: number; nonce: string; ids: number[] } | undefined> {
  const { rows } = await tx.query<{ networkId: number; nonce: string; id: string }>(
    `SELECT network_id AS "networkId", nonce, withdrawal_id AS id FROM signed_payouts
      WHERE (network_id, nonce) = (SELECT network_id, nonce FROM signed_payouts WHERE withdrawal_id = $1) ORDER BY batch_place`,
    [withdrawalId],
  );
  const [first] = rows;
  return first && { networkId: first.networkId, nonce: first.nonce, ids: rows.map(({ id }) => Number(id)) };
}

/**
 * What the transactions of a batch spend, as it was when they were signed first. `utxos` is the worker's: with another amount for each signature it
 * could put signatures together that pay the rest to the network.
 */
export async function findInputs(tx: Transaction, networkId: number, nonce: string): Promise<SignedInput[]> {
  const { rows } = await tx.query<{ outpoint: string; index: string; units: string; isLost: boolean }>(
    `SELECT outpoint, used.derivation_index AS index, used.units, utxos.outpoint IS NULL AS "isLost"
      FROM signed_inputs used LEFT JOIN utxos USING (network_id, outpoint) WHERE network_id = $1 AND nonce = $2 ORDER BY place`,
    [networkId, nonce],
  );
  return rows.map(({ isLost, ...row }) => ({ ...ownOutput(row), isLost }));
}

export interface SignedInput extends OwnOutput {
  /** Its block was replaced, and it is in none: a transaction that spends it is not mined. */
  isLost: boolean;
}

/** All transactions of a withdrawal's nonce, the newest last. */
export async function findRaws(db: Queryable, withdrawalId: number): Promise<string[]> {
  const { rows } = await db.query<{ raw: string }>(
    `SELECT raw FROM (SELECT 0::bigint AS place, raw FROM signed_payouts WHERE withdrawal_id = $1
      UNION ALL SELECT id, raw FROM signed_replacements WHERE withdrawal_id = $1) AS made ORDER BY place`,
    [withdrawalId],
  );
  return rows.map(({ raw }) => raw);
}

export async function rememberPayouts(
  tx: Transaction,
  given: { networkId: number; nonce: number; payments: readonly BatchPayment[]; signed: SignedPayout },
): Promise<void> {
  const { networkId, nonce, payments, signed } = given;
  for (const [place, { id, approved }] of payments.entries())
    await tx.query(
      `INSERT INTO signed_payouts (withdrawal_id, network_id, asset_id, address, memo, amount, nonce, batch_place, transaction_hash, raw)
       VALUES ($1, $2, $3, $4, '', $5, $6, $7, $8, $9)`,
      [
        id,
        networkId,
        approved.assetId,
        approved.address,
        approved.amount,
        nonce,
        place,
        signed.transactionHash,
        signed.raw,
      ],
    );
}

export async function rememberInputs(
  tx: Transaction,
  given: { networkId: number; nonce: number | string; from: number; inputs: readonly OwnOutput[] },
): Promise<void> {
  const { networkId, nonce, from, inputs } = given;
  await tx.query(
    `INSERT INTO signed_inputs (network_id, nonce, outpoint, units, derivation_index, place)
     SELECT $1, $2, outpoint, units, index, $3 + place - 1
       FROM unnest($4::text[], $5::numeric[], $6::bigint[]) WITH ORDINALITY AS made (outpoint, units, index, place)`,
    [
      networkId,
      nonce,
      from,
      inputs.map(({ outpoint }) => outpoint),
      inputs.map(({ units }) => units),
      inputs.map(({ index }) => index),
    ],
  );
}
