/** The operator's decision on who somebody is: what may be traded, and whether Indian tax is withheld, follows from it. */
import { DomainError } from '@pelican/shared/contracts';
import {
  type CasePart,
  caseParts,
  type KycReason,
  kycReasonNames,
  kycReasons,
  partOf,
  type ResubmitPart,
  resubmitParts,
} from '@pelican/shared/contracts/kyc';
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
import { findLastCase, type KycCase } from './cases.ts';
import { closeCase, reopenCase } from './decided-cases.ts';
import { approveNumbers } from './numbers.ts';
import { neededOf } from './view.ts';

/** TDS is withheld from people who are verified there. */
const tdsCountry = 'IN';

export interface KycOutcome {
  userId: number;
  decision: KycDecision;
}

/** Nobody decides who they are themselves. */
const ofOthers = { about: ({ email }: { email: string }) => email, neverAboutOneself: true } as const;

/** The case as the operator has looked at it. */
const lookedAt = z.object({ id: z.number().int(), revision: z.number().int() });

const approval = z.object({
  email: z.string(),
  country: z.string().refine(isCountry).optional(),
  case: lookedAt.optional(),
});
type Approval = z.infer<typeof approval>;

/**
 * Lets somebody trade; the country is that of the case or of the sign-up unless given. One operator alone approves nothing but a case that
 * waits, has no risks, and names the country: without such a case nothing of the person was checked (docs/decisions/0088).
 * @throws DomainError not_found, invalid_argument (no country is known), kyc_state, kyc_case_changed, kyc_identity_taken, forbidden
 */
export const approveKyc: OperatorAction<Approval, KycOutcome> = {
  name: 'kyc.approve',
  permission: 'kyc',
  twoPersons: true,
  async isForOne(tx, given) {
    const { id } = await lockUser(tx, given.email);
    const kycCase = await waitingCase(tx, id, given.case);
    if (!kycCase || kycCase.risks.length > 0) return false;
    return given.country === undefined || given.country === kycCase.country;
  },
  payload: approval,
  ...ofOthers,
  async run(tx, act, given) {
    const user = await lockUser(tx, given.email);
    const kycCase = await waitingCase(tx, user.id, given.case);
    const country = given.country ?? kycCase?.country ?? user.kycCountry ?? user.country;
    if (!country)
      throw new DomainError('invalid_argument', {
        message: `no country is known of ${given.email}: one must be given`,
      });
    if (kycCase) {
      await approveNumbers(tx, kycCase);
      await closeCase(tx, kycCase.id, { status: 'approved', act, reason: null });
    }
    return decide(tx, act, user, { status: 'approved', country }, kycCase);
  },
  announces: announced,
};

const rejection = z.object({
  email: z.string(),
  code: z.enum(kycReasonNames).optional(),
  case: lookedAt.optional(),
});
type Rejection = z.infer<typeof rejection>;

/** Takes the permission to trade away, or refuses it. @throws DomainError not_found, kyc_state, kyc_case_changed, forbidden */
export const rejectKyc: OperatorAction<Rejection, KycOutcome> = {
  name: 'kyc.reject',
  permission: 'kyc',
  twoPersons: false,
  explainsItself: ({ code }) => code !== undefined,
  payload: rejection,
  ...ofOthers,
  async run(tx, act, given) {
    const user = await lockUser(tx, given.email);
    const kycCase = await waitingCase(tx, user.id, given.case);
    const reason = given.code && kycReasons[given.code];
    if (kycCase) await closeCase(tx, kycCase.id, { status: 'rejected', act, reason: reason ?? null });
    return decide(tx, act, user, { status: 'rejected', country: user.kycCountry }, kycCase, given.code);
  },
  announces: announced,
};

const resubmission = z.object({
  email: z.string(),
  case: lookedAt,
  approved: z.array(z.enum(caseParts)),
  resubmit: z.array(z.enum(resubmitParts)).min(1),
  code: z.enum(kycReasonNames),
});
type Resubmission = z.infer<typeof resubmission>;

/** Accepts parts of a case and asks for others again. @throws DomainError as `requestKycResubmission`, invalid_argument (a part is both) */
export const partiallyApproveKyc: OperatorAction<Resubmission, { userId: number }> = {
  name: 'kyc.partially_approve',
  permission: 'kyc',
  twoPersons: false,
  explainsItself: () => true,
  payload: resubmission,
  ...ofOthers,
  run: askAgain,
  announces: ({ userId }) => [{ kind: 'user', userId, reason: 'kyc_changed' }],
};

/** Asks for parts of a case again. @throws DomainError not_found, kyc_state, kyc_case_changed, invalid_argument, forbidden */
export const requestKycResubmission: OperatorAction<Resubmission, { userId: number }> = {
  ...partiallyApproveKyc,
  name: 'kyc.request_resubmission',
};

async function askAgain(tx: Transaction, act: OperatorAct, given: Resubmission): Promise<{ userId: number }> {
  const { id: userId } = await lockUser(tx, given.email);
  const kycCase = await waitingCase(tx, userId, given.case);
  if (!kycCase) throw new DomainError('kyc_state', { message: 'The case does not wait for a decision' });
  const approved = partsApproved(kycCase, given);
  const reason = kycReasons[given.code];
  await reopenCase(tx, kycCase.id, { approved, resubmit: given.resubmit, act, reason });
  const kind = given.approved.length > 0 ? 'kyc_partially_approved' : 'kyc_resubmission';
  await writeNotices(tx, [{ userId, kind, payload: { code: given.code } }]);
  const details = { case: kycCase.id, approved, resubmit: given.resubmit, code: given.code };
  await recordAct(tx, act, { action: 'kyc.resubmission', subject: `user:${userId}`, details });
  return { userId };
}

/** @throws DomainError invalid_argument: a part is accepted and asked for again, or the case has no such part, so that nobody could send it */
function partsApproved(
  kycCase: KycCase,
  { approved, resubmit }: { approved: CasePart[]; resubmit: ResubmitPart[] },
): CasePart[] {
  const again = new Set(resubmit.map(partOf));
  const parts: readonly ResubmitPart[] = ['info', 'video', ...(neededOf(kycCase) ?? [])];
  if (!resubmit.every((part) => parts.includes(part)))
    throw new DomainError('invalid_argument', { message: 'The case has no such part' });
  if (approved.some((part) => again.has(part)))
    throw new DomainError('invalid_argument', { message: 'A part is either accepted or asked for again' });
  return [...new Set([...kycCase.approvedParts.filter((part) => !again.has(part)), ...approved])];
}

/**
 * The case that waits for this decision; undefined when none waits and none was looked at.
 * @throws DomainError kyc_state, kyc_case_changed
 */
async function waitingCase(
  tx: Transaction,
  userId: number,
  looked: z.infer<typeof lookedAt> | undefined,
): Promise<KycCase | undefined> {
  const last = await findLastCase(tx, userId, 'FOR UPDATE');
  const waits = last?.status === 'submitted';
  if (!looked) return waits ? last : undefined;
  if (!waits || last.id !== looked.id)
    throw new DomainError('kyc_state', { message: 'The case does not wait for a decision' });
  if (last.revision !== looked.revision) throw new DomainError('kyc_case_changed');
  return last;
}

async function decide(
  tx: Transaction,
  act: OperatorAct,
  { id: userId, kycStatus, kycCountry }: UserAccount,
  decision: KycDecision,
  kycCase: KycCase | undefined,
  code?: KycReason,
): Promise<KycOutcome> {
  const { status, country } = decision;
  if (!kycCase && status === kycStatus && country === kycCountry) return { userId, decision };
  await setKyc(tx, userId, decision);
  await changeUserSettings(tx, userId, { taxable: status === 'approved' && country === tdsCountry });
  if (status === 'approved') await writeNotices(tx, [{ userId, kind: 'kyc_approved', payload: {} }]);
  else await writeNotices(tx, [{ userId, kind: 'kyc_rejected', payload: code ? { code } : {} }]);
  const details = { country, ...(kycCase ? { case: kycCase.id, risks: kycCase.risks } : {}) };
  await recordAct(tx, act, { action: `kyc.${status}`, subject: `user:${userId}`, details });
  return { userId, decision };
}

function announced({ userId, decision }: KycOutcome) {
  return [{ kind: 'user' as const, userId, reason: `kyc_${decision.status}` }];
}
