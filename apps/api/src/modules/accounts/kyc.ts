/** The operator's decision on who somebody is: what may be traded, and whether Indian tax is withheld, follows from it. */
import { DomainError } from '@pelican/shared/contracts';
import { z } from 'zod';
import {
  type KycDecision,
  lockUser,
  type OperatorAct,
  type OperatorAction,
  recordAct,
  setKyc,
  type UserAccount,
} from '../../identity/index.ts';
import { writeNotices } from '../../notices/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { changeUserSettings } from '../settings/index.ts';
import { isCountry } from '../system/index.ts';

/** TDS is withheld from people who are verified there. */
const tdsCountry = 'IN';

export interface KycOutcome {
  userId: number;
  decision: KycDecision;
}

const approval = z.object({ email: z.string(), country: z.string().refine(isCountry).optional() });

/**
 * Lets somebody trade; the country is that of the sign-up unless given.
 * @throws DomainError not_found, invalid_argument (no country is known)
 */
export const approveKyc: OperatorAction<z.infer<typeof approval>, KycOutcome> = {
  name: 'kyc.approve',
  permission: 'kyc',
  twoPersons: false,
  payload: approval,
  async run(tx, act, { email, country }) {
    const user = await lockUser(tx, email);
    const verified = country ?? user.kycCountry ?? user.country;
    if (!verified)
      throw new DomainError('invalid_argument', { message: `no country is known of ${email}: one must be given` });
    return decide(tx, act, user, { status: 'approved', country: verified });
  },
  announces: announced,
};

/** Takes the permission to trade away, or refuses it. @throws DomainError not_found */
export const rejectKyc: OperatorAction<{ email: string }, KycOutcome> = {
  name: 'kyc.reject',
  permission: 'kyc',
  twoPersons: false,
  payload: z.object({ email: z.string() }),
  async run(tx, act, { email }) {
    const user = await lockUser(tx, email);
    return decide(tx, act, user, { status: 'rejected', country: user.kycCountry });
  },
  announces: announced,
};

async function decide(
  tx: Transaction,
  act: OperatorAct,
  { id: userId, kycStatus, kycCountry }: UserAccount,
  decision: KycDecision,
): Promise<KycOutcome> {
  const { status, country } = decision;
  if (status === kycStatus && country === kycCountry) return { userId, decision };
  await setKyc(tx, userId, decision);
  await changeUserSettings(tx, userId, { taxable: status === 'approved' && country === tdsCountry });
  await writeNotices(tx, [{ userId, kind: `kyc_${status}`, payload: {} }]);
  await recordAct(tx, act, { action: `kyc.${status}`, subject: `user:${userId}`, details: { country } });
  return { userId, decision };
}

function announced({ userId, decision }: KycOutcome) {
  return [{ kind: 'user' as const, userId, reason: `kyc_${decision.status}` }];
}
