/** What operators decide of payments whose report does not fit: another amount, another currency, paid after a refusal. */
import { DomainError } from '@pelican/shared/contracts';
import { paymentStatus } from '@pelican/shared/contracts/payments';
import { parseUnits, stripZeros } from '@pelican/shared/money';
import { z } from 'zod';
import { lockUser, type OperatorAction, plainText, recordAct } from '../../identity/index.ts';
import { writeNotices } from '../../notices/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { findMethods, splitFee } from '../payments/index.ts';
import { creditDeposit } from './credit.ts';
import { lockById, type ProviderDeposit, setStatus } from './repository.ts';

const decision = z.object({ email: z.string(), deposit: z.number().int() });
type Decision = z.infer<typeof decision>;

const approval = decision.extend({
  /** What the provider was paid in the deposit's currency, whole units. */
  amount: z.string(),
});

const ofOthers = { about: ({ email }: Decision) => email, neverAboutOneself: true } as const;

/** Credits what was paid, less the fee: two operators. @throws DomainError not_found, request_closed, invalid_argument, out_of_range */
export const approveProviderDeposit: OperatorAction<z.infer<typeof approval>, void> = {
  name: 'fiat.approve_deposit',
  permission: 'money',
  twoPersons: true,
  payload: approval,
  ...ofOthers,
  async run(tx, act, wanted) {
    const deposit = await lockWaiting(tx, wanted);
    if (deposit.isErased)
      throw new DomainError('request_closed', { message: 'The account is erased: the payment has to be sent back.' });
    const split = await splitPaid(tx, deposit, wanted.amount);
    await creditDeposit(tx, deposit, { ...split, status: paymentStatus.successfulManual });
    await recordAct(tx, act, {
      action: 'provider_deposit.approved',
      subject: `user:${deposit.userId}`,
      details: { deposit: deposit.id, asked: deposit.amount, ...split },
    });
  },
};

const refusal = decision.extend({ text: plainText });

/** Ends one without money; its user reads the text. @throws DomainError not_found, request_closed */
export const rejectProviderDeposit: OperatorAction<z.infer<typeof refusal>, void> = {
  name: 'fiat.reject_deposit',
  permission: 'money',
  // Nobody gains anything by it.
  twoPersons: false,
  explainsItself: () => true,
  payload: refusal,
  ...ofOthers,
  async run(tx, act, { text, ...wanted }) {
    const { id, userId, isErased, amount, ticker } = await lockWaiting(tx, wanted);
    await setStatus(tx, id, paymentStatus.unsuccessful, text);
    const payload = { amount, ticker, id };
    if (!isErased)
      await writeNotices(tx, [{ userId, kind: 'provider_deposit_refused', payload, key: `deposit:${id}:refused` }]);
    await recordAct(tx, act, {
      action: 'provider_deposit.rejected',
      subject: `user:${userId}`,
      details: { deposit: id, amount, ticker },
    });
  },
};

/** The user's row and that of the deposit are locked until the transaction ends. */
async function lockWaiting(tx: Transaction, { email, deposit: id }: Decision): Promise<ProviderDeposit> {
  const { id: userId } = await lockUser(tx, email);
  const deposit = await lockById(tx, id);
  if (deposit?.userId !== userId) throw new DomainError('not_found', { message: `there is no deposit ${id}` });
  if (deposit.status === paymentStatus.unconfirmedByAdmin) return deposit;
  throw new DomainError('request_closed', { message: 'The deposit is decided already.' });
}

/** By the fee of today. */
async function splitPaid(tx: Transaction, { assetId, methodId }: ProviderDeposit, given: string) {
  const { rows } = await tx.query<{ scale: number }>('SELECT scale FROM assets WHERE id = $1', [assetId]);
  const scale = rows[0]?.scale ?? 0;
  const parsed = parseUnits(given, scale);
  const terms = (await findMethods(tx, assetId)).find(({ id }) => id === methodId)?.terms.deposit;
  if ('problem' in parsed || parsed.units <= 0 || !terms)
    throw new DomainError('invalid_argument', { fields: { amount: ['Must be a plain decimal number'] } });
  const { fee, net } = splitFee(given, terms, { scale });
  return { amount: stripZeros(given), fee: stripZeros(fee), net: stripZeros(net) };
}
