/** The demo's hot address gets test coins for what it is to pay: balances of demo users were never on a network. */
import { paymentStatus } from '@pelican/shared/contracts/payments';
import type { SandboxChain } from '../../chains/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { sandboxRefillMemo } from '../deposits/index.ts';

/** How many times what is missing: the next payouts find it there. */
const more = 100n;
/** For the network's fees. */
const feesUnits = 100_000_000n;

export async function fundSandbox(
  db: Queryable,
  networkId: number,
  chain: Pick<SandboxChain, 'balance' | 'faucet'>,
): Promise<void> {
  const { rows } = await db.query<{ contract: string; units: string; hotAddress: string }>(
    `SELECT method.contract, trunc(sum((amount - fee) * power(10::numeric, method.decimals)))::text AS units,
       cursor.hot_address AS "hotAddress"
     FROM withdrawals withdrawal JOIN payment_methods method ON method.id = method_id
     JOIN chain_cursors cursor ON cursor.network_id = method.network_id
     WHERE status = ${paymentStatus.sent} AND method.network_id = $1 GROUP BY method.contract, cursor.hot_address`,
    [networkId],
  );
  const [first] = rows;
  if (!first) return;
  const needed = new Map(rows.map(({ contract, units }) => [contract, BigInt(units)]));
  needed.set('', (needed.get('') ?? 0n) + feesUnits);
  for (const [contract, units] of needed) {
    if ((await chain.balance(first.hotAddress, contract)) >= units) continue;
    await chain.faucet({ to: first.hotAddress, memo: sandboxRefillMemo, contract, units: String(units * more) });
  }
}
