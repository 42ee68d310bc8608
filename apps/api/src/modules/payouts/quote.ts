/** What the network wants for the transaction of a withdrawal. */
import { formatBigUnits, parseBigUnits } from '@pelican/shared/money';
import type { Chain, FeeQuote } from '../../chains/index.ts';
import type { Queryable } from '../../platform/database/index.ts';

const ledgerScale = 18;

/** @throws PaymentRefused; RangeError for an amount with more digits than the network has */
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
  const units = parseBigUnits(formatBigUnits(parseBigUnits(amount, ledgerScale), ledgerScale), decimals);
  return chain.quote(hotAddress, { address, memo, contract, units }, given);
}
