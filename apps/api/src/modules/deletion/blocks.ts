/** What an account still has: while there is any of it, the account is not deleted. */
import type { DeletionState } from '@pelican/shared/contracts/deletion';
import { endedStatuses } from '@pelican/shared/contracts/payments';
import type { Queryable } from '../../platform/database/index.ts';

type Block = DeletionState['blockedBy'][number];

const texts: Record<Block['kind'], string> = {
  balances: 'There is money in your wallets: an account is deleted when they are empty',
  orders: 'There are open orders: cancel them',
  positions: 'There are open positions: close them',
  codes: 'There is money in transfer codes that nobody has used yet: delete them',
  loans: 'There are offers, requests or loans that are not over: finish or repay them',
  transfers: 'There are unfinished transfers, deposits or withdrawals: wait until they are done',
  operator: 'This account belongs to the exchange',
};

/** By what settlement has written: the last moments of an engine are not in it, which is why erasing waits. */
export async function findBlocks(db: Queryable, userId: number): Promise<Block[]> {
  const { rows } = await db.query<Record<Block['kind'], boolean>>(
    `SELECT
      EXISTS (SELECT FROM ledger_accounts account JOIN ledger_account_kinds chart USING (kind, shard_id)
               WHERE user_id = $1 AND balance > 0 AND NOT chart.may_be_negative AND kind NOT IN ('sign_up_bonus', 'transfer_codes', 'p2p_offer', 'p2p_request', 'p2p_pledge', 'p2p_liquidation'))
        OR EXISTS (SELECT FROM trade_balances WHERE user_id = $1 AND available + frozen > 0)
        OR EXISTS (SELECT FROM perpetual_accounts WHERE user_id = $1 AND cash <> 0) AS balances,
      EXISTS (SELECT FROM spot_orders WHERE user_id = $1 AND finished_at = 'infinity' AND status <= 2)
        OR EXISTS (SELECT FROM perpetual_orders WHERE user_id = $1 AND state <= 2)
        OR EXISTS (SELECT FROM perpetual_algos WHERE user_id = $1 AND state <= 3) AS orders,
      EXISTS (SELECT FROM perpetual_positions WHERE user_id = $1 AND size > 0) AS positions,
      EXISTS (SELECT FROM transfers WHERE user_id = $1 AND status = 'pending')
        OR EXISTS (SELECT FROM deposits WHERE user_id = $1 AND status <> ALL ($2))
        OR EXISTS (SELECT FROM withdrawals WHERE user_id = $1 AND status <> ALL ($2))
        OR EXISTS (SELECT FROM ledger_accounts WHERE user_id = $1 AND held > 0) AS transfers,
      EXISTS (SELECT FROM ledger_accounts WHERE user_id = $1 AND kind = 'transfer_codes' AND balance > 0) AS codes,
      EXISTS (SELECT FROM p2p_offers WHERE lender_id = $1 AND state <> 'closed')
        OR EXISTS (SELECT FROM p2p_loans WHERE (lender_id = $1 OR borrower_id = $1) AND (ended_at IS NULL
          OR state = 'defaulted' OR EXISTS (SELECT FROM p2p_disputes WHERE loan_id = p2p_loans.id AND decided_at IS NULL))) AS loans,
      EXISTS (SELECT FROM users WHERE id = $1 AND role = 'operator') AS operator`,
    [userId, endedStatuses],
  );
  const kinds = Object.entries(rows[0] ?? {}) as [Block['kind'], boolean][];
  return kinds.filter(([, isThere]) => isThere).map(([kind]) => ({ kind, text: texts[kind] }));
}
