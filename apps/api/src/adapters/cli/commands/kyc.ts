/** The operator's word on who somebody is: what may be traded, and whether Indian tax is withheld, follows from it. */
import { z } from 'zod';
import { changeUserSettings } from '../../../modules/settings/index.ts';
import { isCountry } from '../../../modules/system/index.ts';
import { writeNotices } from '../../../notices/index.ts';
import { inTransaction, type Transaction } from '../../../platform/database/index.ts';
import { announce, emailArgument, lockAccount, recordOps } from '../accounts.ts';
import { defineCommand } from '../command.ts';
import type { OpsContext } from '../context.ts';
import { deliver, waitingText } from '../deliver.ts';
import { OpsError } from '../ops-errors.ts';

/** TDS is withheld from people who are verified there. */
const tdsCountry = 'IN';

export const approveKyc = defineCommand({
  name: 'approve-kyc',
  usage: '<email> [--country IN]',
  summary: 'Let somebody trade; the country is that of the sign-up unless given',
  arguments: ['email'],
  options: { country: { type: 'string' } },
  input: z.object({
    email: emailArgument,
    country: z.string().toUpperCase().refine(isCountry, 'is not a country code like IN or DE').optional(),
  }),
  async run(context, { email, country }) {
    await decide(context, email, async (account) => {
      const verified = country ?? account.kycCountry ?? account.country;
      if (!verified) throw new OpsError(`${email} has told no country: give it with --country`);
      return { status: 'approved', country: verified };
    });
  },
});

export const rejectKyc = defineCommand({
  name: 'reject-kyc',
  usage: '<email>',
  summary: 'Take the permission to trade away, or refuse it',
  arguments: ['email'],
  input: z.object({ email: emailArgument }),
  async run(context, { email }) {
    await decide(context, email, async ({ kycCountry }) => ({ status: 'rejected', country: kycCountry }));
  },
});

interface Decision {
  status: 'approved' | 'rejected';
  country: string | null;
}

async function decide(
  context: OpsContext,
  email: string,
  judge: (account: Awaited<ReturnType<typeof lockAccount>>) => Promise<Decision>,
): Promise<void> {
  const { userId, decision } = await inTransaction(context.pool, async (tx) => {
    const account = await lockAccount(tx, email);
    const made = await judge(account);
    const isChange = made.status !== account.kycStatus || made.country !== account.kycCountry;
    if (isChange) await save(context, tx, account.id, made);
    return { userId: account.id, decision: made };
  });
  await announce(context, { kind: 'user', userId, reason: `kyc_${decision.status}` });
  const outcome = await deliver(context, [`user:${userId}`]);
  context.print(`KYC of ${email} is ${decision.status}${decision.country ? ` for ${decision.country}` : ''}`);
  if (outcome.kind === 'refused') throw new OpsError(`the engine refused the user's tax setting: ${outcome.reason}`);
  if (outcome.kind === 'waiting') context.print(waitingText);
}

async function save(context: OpsContext, tx: Transaction, userId: number, decision: Decision): Promise<void> {
  await tx.query(
    `UPDATE users SET kyc_status = $2::"KycStatus", kyc_country = $3,
      kyc_approved_at = CASE WHEN $2 = 'approved' THEN now() END WHERE id = $1`,
    [userId, decision.status, decision.country],
  );
  const taxable = decision.status === 'approved' && decision.country === tdsCountry;
  await changeUserSettings(tx, userId, { taxable });
  await writeNotices(tx, [{ userId, kind: `kyc_${decision.status}`, payload: {} }]);
  await recordOps(context, tx, `kyc.${decision.status}`, `user:${userId}`, { country: decision.country });
}
