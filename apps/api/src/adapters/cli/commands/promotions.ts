/** The budget for rewards: what it has, and money for it. */
import { stripZeros } from '@pelican/shared/money';
import { z } from 'zod';
import { plainText } from '../../../identity/index.ts';
import { type PromotionsTopUp, revokeSignUpBonus, topUpPromotions } from '../../../modules/promotions/index.ts';
import { emailArgument } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import type { OpsContext } from '../context.ts';
import { UsageError } from '../ops-errors.ts';
import { formatTable } from '../output.ts';
import { reasonInput, reasonOption, submit } from '../submit-action.ts';

export const promotions = defineCommand({
  name: 'promotions',
  usage: '[top-up <ticker> <amount> --reference TEXT [--reason TEXT]]',
  summary: 'The budget for rewards, by asset; or money from outside into it, once a reference',
  arguments: ['action', 'ticker', 'amount'],
  options: { reference: { type: 'string' }, ...reasonOption },
  input: z.object({
    action: z.enum(['top-up'], { error: "must be 'top-up' or nothing" }).optional(),
    ticker: z.string().optional(),
    amount: z.string().optional(),
    reference: plainText.max(100).optional(),
    ...reasonInput,
  }),
  async run(context, { action, ticker, amount, reference, reason }) {
    if (action === undefined) {
      await show(context);
      return 0;
    }
    if (ticker === undefined) throw new UsageError('<ticker> is missing');
    if (amount === undefined) throw new UsageError('<amount> is missing');
    if (reference === undefined) throw new UsageError('--reference is missing');
    return submit(context, topUpPromotions, {
      payload: { ticker, amount, reference },
      reason,
      finish: finishPromotions,
    });
  },
});

async function show(context: OpsContext): Promise<void> {
  const { rows } = await context.pool.query<{ ticker: string; balance: string; unclaimed: string }>(
    `SELECT ticker, coalesce(balance, 0) AS balance, coalesce(unclaimed, 0) AS unclaimed
      FROM assets
      LEFT JOIN (SELECT asset_id, balance FROM ledger_accounts WHERE kind = 'promotions') AS budget ON budget.asset_id = assets.id
      LEFT JOIN (SELECT asset_id, sum(amount) AS unclaimed FROM referral_accruals WHERE claim_id IS NULL AND expires_at > now()
        GROUP BY asset_id) AS rewards ON rewards.asset_id = assets.id
      WHERE balance IS NOT NULL OR unclaimed IS NOT NULL ORDER BY ticker`,
  );
  const lines = rows.map(({ ticker, balance, unclaimed }) => [ticker, stripZeros(balance), stripZeros(unclaimed)]);
  for (const line of formatTable(['asset', 'budget', 'unclaimed rewards'], lines)) context.print(line);
}

export const revokeBonusCommand = defineCommand({
  name: 'revoke-bonus',
  usage: '<email> [--reason TEXT]',
  summary: 'Take a sign-up bonus back that is not released yet',
  arguments: ['email'],
  options: reasonOption,
  input: z.object({ email: emailArgument, ...reasonInput }),
  run: (context, { reason, ...payload }) =>
    submit(context, revokeSignUpBonus, { payload, reason, finish: finishRevoke }),
});

/** Prints what became of it. */
export async function finishRevoke(context: OpsContext, { email }: { email: string }): Promise<void> {
  context.print(`the sign-up bonus of ${email} is back in the budget`);
}

/** Prints what became of it. */
export async function finishPromotions(context: OpsContext, wanted: PromotionsTopUp, isNew: boolean): Promise<void> {
  context.print(
    isNew
      ? `${wanted.amount} ${wanted.ticker} are in the budget for rewards`
      : `nothing is done: '${wanted.reference}' was used before`,
  );
}
