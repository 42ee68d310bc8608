/** The audit of sign-up bonuses. */
import type { DomainAudit } from '../../ledger/index.ts';

export const promotionAudit: DomainAudit = {
  checks: [
    {
      name: 'what is granted of sign-up bonuses stands on its account until it ends',
      sql: `SELECT 'sign-up bonus of user ' || coalesce(bonus.user_id, account.user_id) AS what, coalesce(bonus.amount, 0) AS expected,
          coalesce(account.balance, 0) AS found
        FROM (SELECT user_id, asset_id, amount FROM sign_up_bonuses WHERE state = 'granted') AS bonus
        FULL JOIN (SELECT user_id, asset_id, balance FROM ledger_accounts WHERE kind = 'sign_up_bonus' AND balance <> 0) AS account
          USING (user_id, asset_id)
        WHERE coalesce(bonus.amount, 0) <> coalesce(account.balance, 0)`,
    },
  ],
};
