/** The audit of sign-up bonuses. */
import type { DomainAudit } from '../../ledger/index.ts';
import { isOverdue } from './sign-up-bonus.ts';

export const promotionAudit: DomainAudit = {
  checks: [
    {
      name: 'a sign-up bonus ends within an hour of its time',
      sql: `SELECT 'sign-up bonus of user ' || bonus.user_id AS what, 0 AS expected, bonus.amount AS found
        FROM sign_up_bonuses bonus JOIN users u ON u.id = bonus.user_id WHERE ${isOverdue}`,
    },
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
