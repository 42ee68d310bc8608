/** What the network wants for the transaction of a withdrawal. */
import { formatBigUnits, parseBigUnits } from '@pelican/shared/money';
import { type Chain, type FeeQuote, PaymentRefused } from '../../chains/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { findWaiting } from './transactions.ts';

const ledgerScale = 18;

/** @param given.isSent whether a transaction of it is signed, and is to be replaced @throws PaymentRefused */
export async function quoteOf(
  db: Queryable,
  chain: Chain,
  withdrawalId: number,
  { isSent }: { isSent: boolean },
): Promise<FeeQuote> {
  const { rows } = await db.query<{
    address: string;
    memo: string;
    contract: string;
    decimals: number;
    amount: string;
    hotAddress: string;
    networkId: number;
  }>(
    `SELECT cursor.network_id AS "networkId", address, memo, contract, decimals, amount - fee AS amount, hot_address AS "hotAddress"
      FROM withdrawals withdrawal JOIN payment_methods method ON method.id = method_id
      JOIN chain_cursors cursor ON cursor.network_id = method.network_id WHERE withdrawal.id = $1`,
    [withdrawalId],
  );
  const [row] = rows;
  if (!row) throw new RangeError(`withdrawal ${withdrawalId} is on no network that is watched`);
  const { address, memo, contract, decimals, amount, hotAddress, networkId } = row;
  const payment = { address, memo, contract, units: unitsOnNetwork(amount, decimals) };
  // One that is sent and replaced is the network's next: it may have what later ones were to get.
  return chain.quote(hotAddress, payment, isSent ? [] : await findWaiting(db, networkId));
}

/** @throws PaymentRefused for an amount with more digits than the network has */
function unitsOnNetwork(amount: string, decimals: number): bigint {
  try {
    return parseBigUnits(formatBigUnits(parseBigUnits(amount, ledgerScale), ledgerScale), decimals);
  } catch (error) {
    throw new PaymentRefused('unpayable', { cause: error });
  }
}
