/** What operators decide of bank accounts. */
import { DomainError } from '@pelican/shared/contracts';
import { z } from 'zod';
import { lockUser, type OperatorAct, type OperatorAction, plainText, recordAct } from '../../../identity/index.ts';
import { writeNotices } from '../../../notices/index.ts';
import type { Transaction } from '../../../platform/database/index.ts';
import { type Bank, decideBank, findOwnBank } from './repository.ts';
import { payloadOf } from './service.ts';

const decision = z.object({ email: z.string(), bank: z.number().int() });
type Decision = z.infer<typeof decision>;

const ofOthers = { about: ({ email }: Decision) => email, neverAboutOneself: true } as const;

/**
 * Makes an account active. Two operators where its holder has another name than the verified identity.
 * @throws DomainError not_found, inr_bank_not_found, request_closed (it is decided), inr_bank_added (active for another user), forbidden
 */
export const approveInrBank: OperatorAction<Decision, void> = {
  name: 'inr.approve_bank',
  permission: 'money',
  twoPersons: true,
  isForOne: async (tx, wanted) => (await lockPending(tx, wanted)).nameMatches,
  explainsItself: () => true,
  payload: decision,
  ...ofOthers,
  async run(tx, act, wanted) {
    const bank = await lockPending(tx, wanted);
    await decideBank(tx, bank.id, { status: 'active' });
    await writeNotices(tx, [{ userId: bank.userId, kind: 'inr_bank_active', payload: payloadOf(bank) }]);
    await record(tx, act, { action: 'inr_bank.approved', bank });
  },
};

const refusal = decision.extend({ text: plainText });
type Refusal = z.infer<typeof refusal>;

/** Refuses one; its user reads the text. @throws DomainError not_found, inr_bank_not_found, request_closed, forbidden */
export const rejectInrBank: OperatorAction<Refusal, void> = {
  name: 'inr.reject_bank',
  permission: 'money',
  // Nobody gains anything by it.
  twoPersons: false,
  explainsItself: () => true,
  payload: refusal,
  ...ofOthers,
  async run(tx, act, { text, ...wanted }) {
    const bank = await lockPending(tx, wanted);
    await decideBank(tx, bank.id, { status: 'canceled', reason: text });
    const payload = { ...payloadOf(bank), reason: text };
    await writeNotices(tx, [{ userId: bank.userId, kind: 'inr_bank_canceled', payload }]);
    await record(tx, act, { action: 'inr_bank.rejected', bank });
  },
};

async function lockPending(tx: Transaction, { email, bank: id }: Decision): Promise<Bank> {
  const { id: userId } = await lockUser(tx, email);
  const bank = await findOwnBank(tx, { userId, id }, 'FOR UPDATE');
  if (bank.status === 'pending') return bank;
  throw new DomainError('request_closed', { message: `The bank account is ${bank.status} already.` });
}

async function record(
  tx: Transaction,
  act: OperatorAct,
  { action, bank }: { action: 'inr_bank.approved' | 'inr_bank.rejected'; bank: Bank },
): Promise<void> {
  const { id, userId, ifsc, lastDigits, nameMatches } = bank;
  await recordAct(tx, act, { action, subject: `user:${userId}`, details: { bank: id, ifsc, lastDigits, nameMatches } });
}
