/** What a transaction of several payouts is to spend and to pay its network. */
import type { BitcoinChainName } from '@pelican/shared/contracts/payments';
import { formatBigUnits, parseBigUnits } from '@pelican/shared/money';
import {
  type ChosenCoins,
  chooseCoins,
  inputsMax,
  isPayable,
  type OutputChain,
  PaymentRefused,
  paidFee,
  type SpendableOutput,
} from '../../../chains/index.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import type { WatchedNetwork } from '../../deposits/index.ts';
import { isAccepted, isReserved } from '../../signer/index.ts';
import type { Batch } from './sent-batches.ts';

const ledgerScale = 18;

export interface Payment {
  id: number;
  address: string;
  units: bigint;
}

/** Those of the withdrawals that the network can carry: the others are without a payment. */
export async function findPayments(
  db: Queryable,
  network: WatchedNetwork,
  withdrawalIds: readonly number[],
): Promise<Payment[]> {
  const { rows } = await db.query<{ id: string; address: string; memo: string; decimals: number; amount: string }>(
    `SELECT withdrawal.id, address, memo, coalesce(decimals, ${ledgerScale}) AS decimals, amount - fee AS amount
      FROM withdrawals withdrawal JOIN payment_methods method ON method.id = method_id AND method.asset_id = withdrawal.asset_id
      WHERE withdrawal.id = ANY ($1) AND contract = '' ORDER BY withdrawal.id`,
    [withdrawalIds],
  );
  const chain = chainNameOf(network);
  return rows.flatMap(({ id, address, memo, decimals, amount }) => {
    const units = unitsOnNetwork(amount, decimals);
    const isCarried = units !== undefined && memo === '' && isPayable(chain, address, units);
    return isCarried ? [{ id: Number(id), address, units }] : [];
  });
}

/** @returns undefined when our outputs are not enough */
export async function chooseFor(
  db: Queryable,
  network: WatchedNetwork,
  { chain, payments }: { chain: OutputChain; payments: readonly Payment[] },
): Promise<ChosenCoins | undefined> {
  const [available, feeRate, hotAddress] = [
    await findSpendable(db, network),
    await chain.feeRate(),
    await findHotAddress(db, network.id),
  ];
  return chooseCoins(chainNameOf(network), { payments, available, feeRate, hotAddress });
}

/**
 * The same outputs but those that a re-organisation has taken, and more where they are needed.
 * @param given.raw the transaction that waits
 * @throws PaymentRefused when our outputs are not enough
 */
export async function quoteReplacement(
  db: Queryable,
  network: WatchedNetwork,
  { chain, batch, raw }: { chain: OutputChain; batch: Batch; raw: string },
): Promise<ChosenCoins> {
  const { rows } = await db.query<{ id: string }>(
    'SELECT withdrawal_id AS id FROM signed_payouts WHERE network_id = $1 AND nonce = $2',
    [network.id, batch.nonce],
  );
  const { unitsOf, required } = await findSpent(db, network.id, batch.nonce);
  const payments = await findPayments(
    db,
    network,
    rows.map(({ id }) => Number(id)),
  );
  const before = paidFee(raw, unitsOf);
  const [rate, hotAddress] = [await chain.feeRate(), await findHotAddress(db, network.id)];
  // Nodes take a replacement that pays more for each byte, and for its own relaying.
  const feeRate = rate > before.rate * 2n ? rate : before.rate + before.rate / 8n + 2n;
  const wanted = { payments, available: await findSpendable(db, network), required, hotAddress };
  const chooseAt = (atRate: bigint) => chooseCoins(chainNameOf(network), { ...wanted, feeRate: atRate });
  let chosen = payments.length === rows.length ? chooseAt(feeRate) : undefined;
  // With fewer outputs it is shorter, and pays less by the same rate.
  if (chosen && chosen.feeUnits <= before.units)
    chosen = chooseAt((feeRate * before.units * 9n) / (chosen.feeUnits * 8n) + 1n);
  if (!chosen) throw new PaymentRefused('no_funds');
  return { ...chosen, inputs: chosen.inputs.filter((outpoint) => !unitsOf.has(outpoint)) };
}

/** Outputs of ours with their confirmations, that nothing spends: neither ours nor, as operators have found, a transaction that may still wait. */
async function findSpendable(db: Queryable, { id, confirmations }: WatchedNetwork): Promise<SpendableOutput[]> {
  const { rows } = await db.query<{ outpoint: string; address: string; units: string }>(
    `SELECT outpoint, address, units FROM utxos JOIN chain_cursors cursor USING (network_id)
      WHERE network_id = $1 AND spent_by IS NULL AND utxos.height <= cursor.height - greatest($2::int, confirmations_min) + 1
        AND NOT ${isReserved('utxos')} AND NOT ${isAccepted('utxos')}
      ORDER BY units DESC, outpoint LIMIT ${inputsMax}`,
    [id, confirmations],
  );
  return rows.map(({ units, ...row }) => ({ ...row, units: BigInt(units) }));
}

/** What the transactions of a nonce spend. Those whose block was replaced, and that are in none, have no address. */
async function findSpent(db: Queryable, networkId: number, nonce: number): Promise<SpentOutputs> {
  const { rows } = await db.query<{ outpoint: string; address: string | null; units: string }>(
    `SELECT used.outpoint, address, used.units FROM signed_inputs used LEFT JOIN utxos USING (network_id, outpoint)
      WHERE network_id = $1 AND nonce = $2 ORDER BY place`,
    [networkId, nonce],
  );
  return {
    unitsOf: new Map(rows.map(({ outpoint, units }) => [outpoint, BigInt(units)])),
    required: rows.flatMap(({ outpoint, address, units }) =>
      address === null ? [] : [{ outpoint, address, units: BigInt(units) }],
    ),
  };
}

interface SpentOutputs {
  unitsOf: ReadonlyMap<string, bigint>;
  /** Those that are in a block. */
  required: SpendableOutput[];
}

async function findHotAddress(db: Queryable, networkId: number): Promise<string> {
  const { rows } = await db.query<{ address: string }>(
    'SELECT hot_address AS address FROM chain_cursors WHERE network_id = $1',
    [networkId],
  );
  return rows[0]?.address ?? '';
}

/** @throws Error for a network of another kind */
function chainNameOf({ key, chainName }: WatchedNetwork): BitcoinChainName {
  if (!chainName) throw new Error(`${key} is not of the Bitcoin family`);
  return chainName;
}

/** Undefined for an amount with more digits than the network has. */
function unitsOnNetwork(amount: string, decimals: number): bigint | undefined {
  try {
    return parseBigUnits(formatBigUnits(parseBigUnits(amount, ledgerScale), ledgerScale), decimals);
  } catch {
    return undefined;
  }
}
