/** What the network wants for the transaction of a withdrawal. */
import { formatBigUnits, parseBigUnits } from '@pelican/shared/money';
import { type Chain, type FeeQuote, PaymentRefused } from '../../chains/index.ts';
import type { Queryable } from '../../platform/database/index.ts';

const ledgerScale = 18;

/** @throws PaymentRefused */
export async function quoteOf(
  db: Queryable,
  chain: Chain,
  withdrawalId: number,
  given: { isSent: boolean },
): Promise<FeeQuote> {
  const { rows } = await db.query<{
    address: string;
    memo: string;
    contract: string;
    decimals: number;
    amount: string;
    hotAddress: string;
  }>(
    `SELECT address, memo, contract, decimals, amount - fee AS amount, hot_address AS "hotAddress"
      FROM withdrawals withdrawal JOIN payment_methods method ON method.id = method_id
      JOIN chain_cursors cursor ON cursor.network_id = method.network_id WHERE withdrawal.id = $1`,
    [withdrawalId],
  );
  const [row] = rows;
  if (!row) throw new RangeError(`withdrawal ${withdrawalId} is on no network that is watched`);
  const { address, memo, contract, decimals, amount, hotAddress } = row;
  return chain.quote(hotAddress, { address, memo, contract, units: unitsOnNetwork(amount, decimals) }, given);
}

/** @throws PaymentRefused for an amount with more digits than the network has */
function unitsOnNetwork(amount: string, decimals: number): bigint {
  try {
    return parseBigUnits(formatBigUnits(parseBigUnits(amount, ledgerScale), ledgerScale), decimals);
  } catch (error) {
    throw new PaymentRefused('unpayable', { cause: error });
  }
}
