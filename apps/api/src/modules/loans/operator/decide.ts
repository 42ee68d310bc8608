/** What operators decide about single loans: disputes, sales, what is given up. */
import { DomainError } from '@pelican/shared/contracts';
import { disputeDecision, isDecidedByOne } from '@pelican/shared/contracts/loans';
import type { DisputeDecision } from '@pelican/shared/loans';
import { formatBigUnits, parseBigUnits } from '@pelican/shared/money';
import { z } from 'zod';
import { type OperatorAction, recordAct } from '../../../identity/index.ts';
import { type AccountName, mainAccount } from '../../../ledger/index.ts';
import type { Transaction } from '../../../platform/database/index.ts';
import { compensationAccount } from '../accounts.ts';
import { type DisputeRow, demandOpenDispute, keepDecision } from '../disputes/rows.ts';
import type { StoredLoan } from '../loans.ts';
import { wantSaleEnd } from '../sale/rows.ts';
import { setSaleWanted } from '../save-loan.ts';
import { takeStep } from '../steps.ts';
import { boundFields, boundLoan, demandLoan, demandOthersLoan } from './bound.ts';
import { readLastIndex } from './last-index.ts';

const priceScale = 8;
/** An index within a hundredth of another one is near it. */
const nearPart = 100n;
const loanId = z.int().min(1);
/**
 * `dispute` and `ordered`: which one is decided, and the sale that was decided on and waits; `index`: by which coins are handed over. Filled in when it
 * is asked for, as `boundFields` are.
 */
const decisionOnLoan = z.object({
  loan: loanId,
  decision: disputeDecision,
  dispute: z.int().optional(),
  ordered: z.string().nullable().optional(),
  index: z
    .string()
    .regex(/^\d{1,15}(\.\d{1,8})?$/)
    .optional(),
  ...boundFields,
});
export type LoanDecisionOfOperator = z.infer<typeof decisionOnLoan>;

/**
 * Ends the open dispute of a loan. A sale begins with the next fresh price while the market is open, and the dispute ends with it.
 * @throws DomainError loan_not_found, dispute_not_open, loan_ended, loan_liquidating, invalid_argument, price_unavailable (there is a
 * price and a market: nothing is handed over), insufficient_balance (of the compensation)
 */
export const decideLoanDispute: OperatorAction<LoanDecisionOfOperator, void> = {
  name: 'loans.decide_dispute',
  permission: 'money',
  twoPersons: true,
  // What two have decided one alone does not undo.
  async isForOne(tx, { loan: id, decision }) {
    if (!isDecidedByOne(decision)) return false;
    await demandLoan(tx, id);
    return (await demandOpenDispute(tx, id)).decision === null;
  },
  payload: decisionOnLoan,
  about: ({ sides }) => sides ?? [],
  async bind(tx, { loan: id, decision: wanted, dispute: read, index }) {
    const locked = await demandLoan(tx, id);
    const dispute = await demandOpenDispute(tx, id, read);
    const ordered = dispute.decision?.type ?? null;
    return {
      ...(await boundLoan(tx, locked)),
      decision: wanted,
      dispute: Number(dispute.id),
      ordered,
      ...(wanted.type === 'handOver' && { index: priceText(await agreedIndex(tx, locked.loan, index)) }),
    };
  },
  async run(tx, act, { loan: id, decision: wanted, dispute: read, index }) {
    const locked = await demandOthersLoan(tx, act, id);
    const dispute = await demandOpenDispute(tx, id, read);
    // What is handed over at the end of a sale is decided: it is carried out with it.
    if (dispute.decision?.type === 'handOver') throw new DomainError('loan_liquidating');
    await keepDecision(tx, dispute.id, { decision: wanted, actor: act.actor });
    if (wanted.type === 'sell') await wantSale(tx, locked.loan, 'arbitration');
    else if (wanted.type === 'handOver' && locked.loan.state === 'liquidating')
      await wantHandOver(tx, locked.loan, index);
    else {
      const chosen = await decisionOf(tx, locked.loan, dispute, { ...wanted, index });
      await takeBackSale(tx, locked.loan);
      await takeStep(tx, locked, { type: 'decideDispute', decision: chosen }, { accounts: accountsOf(locked.loan) });
    }
    await recordAct(tx, act, { action: 'loans.dispute_decided', subject: `loan:${id}`, details: { ...wanted } });
  },
};

async function decisionOf(
  tx: Transaction,
  loan: StoredLoan,
  { lenderDays, borrowerDays }: DisputeRow,
  { index, ...wanted }: Exclude<LoanDecisionOfOperator['decision'], { type: 'sell' }> & { index: string | undefined },
): Promise<DisputeDecision> {
  switch (wanted.type) {
    case 'dismiss':
    case 'waive':
      return { type: wanted.type };
    case 'compensate':
      return { type: 'compensate', to: wanted.to, amount: moneyOf(wanted.amount, loan.sides.money.scale) };
    case 'extend':
      if (lenderDays !== wanted.days || borrowerDays !== wanted.days)
        throw new DomainError('invalid_argument', { message: 'Both sides have not agreed to so many days.' });
      return wanted;
    case 'handOver':
      return { type: 'handOver', lastIndex: await agreedIndex(tx, loan, index) };
  }
}

/** @throws DomainError price_unavailable */
async function demandLastIndex(tx: Transaction, loan: StoredLoan): Promise<bigint> {
  const last = await readLastIndex(tx, loan);
  if (!last) throw new DomainError('price_unavailable', { message: 'There is a price and a market: sell it.' });
  return last;
}

/**
 * By which coins are handed over: what two have read and agreed on while the last index is near it. A market may be closed while its index goes on.
 * @param read by the operators; undefined: nothing yet @throws DomainError price_unavailable
 */
async function agreedIndex(tx: Transaction, loan: StoredLoan, read: string | undefined): Promise<bigint> {
  const last = await demandLastIndex(tx, loan);
  if (read === undefined) return last;
  const agreed = parseBigUnits(read, priceScale);
  const distance = agreed > last ? agreed - last : last - agreed;
  return distance * nearPart <= last ? agreed : last;
}

function priceText(price: bigint): string {
  return formatBigUnits(price, priceScale);
}

/** Of a sale that has begun: it ends, and coins are handed over for what is owed then; the dispute ends with it. */
async function wantHandOver(tx: Transaction, loan: StoredLoan, read: string | undefined): Promise<void> {
  await wantSaleEnd(tx, loan.id, priceText(await agreedIndex(tx, loan, read)));
}

function moneyOf(amount: string, scale: number): bigint {
  if (!new RegExp(`^\\d{1,15}(\\.\\d{1,${scale}})?$`).test(amount))
    throw new DomainError('invalid_argument', { message: `${amount} is no amount` });
  return parseBigUnits(amount, scale);
}

/** Beside those of every step. */
function accountsOf({ sides: { lenderId, money, crypto } }: StoredLoan): AccountName[] {
  return [compensationAccount(money.id), mainAccount({ userId: lenderId, assetId: crypto.id })];
}

/** @throws DomainError loan_ended, loan_liquidating (also: it is to be sold for another cause), loan_not_found */
async function wantSale(
  tx: Transaction,
  { id, state, saleWanted }: StoredLoan,
  cause: 'operator' | 'arbitration',
): Promise<void> {
  if (state === 'liquidating') throw new DomainError('loan_liquidating');
  if (state === 'pending') throw new DomainError('loan_not_found');
  if (state !== 'active' && state !== 'overdue') throw new DomainError('loan_ended');
  // The cause says what the sale costs.
  if (saleWanted !== null && saleWanted !== cause)
    throw new DomainError('loan_liquidating', {
      message: `Its sale is ordered already, by ${saleWanted === 'operator' ? 'operators' : 'a decision in its dispute'}.`,
    });
  await setSaleWanted(tx, id, cause);
}

/** Of a decision that waits and that another one takes the place of; what operators have ordered apart from a dispute stays. */
async function takeBackSale(tx: Transaction, { id, saleWanted }: StoredLoan): Promise<void> {
  if (saleWanted === 'arbitration') await setSaleWanted(tx, id, null);
}

const ofLoan = z.object({ loan: loanId, ...boundFields });
export type OfLoan = z.infer<typeof ofLoan>;
const aboutLoan = {
  permission: 'money',
  payload: ofLoan,
  about: ({ sides }: OfLoan) => sides ?? [],
  bind: async (tx: Transaction, { loan: id }: OfLoan) => boundLoan(tx, await demandLoan(tx, id)),
} as const;

/** Has a pledge sold with the next fresh price while the market is open. @throws DomainError loan_not_found, loan_ended, loan_liquidating */
export const sellLoanPledge: OperatorAction<OfLoan, void> = {
  ...aboutLoan,
  twoPersons: true,
  name: 'loans.sell_pledge',
  async run(tx, act, { loan: id }) {
    await wantSale(tx, (await demandOthersLoan(tx, act, id)).loan, 'operator');
    await recordAct(tx, act, { action: 'loans.sale_ordered', subject: `loan:${id}` });
  },
};

/** Of a sale that finds no buyers: what it has brought is divided, and the rest of the pledge goes back. @throws DomainError loan_not_found, loan_ended */
export const endLoanSale: OperatorAction<OfLoan, void> = {
  ...aboutLoan,
  twoPersons: true,
  name: 'loans.end_sale',
  async run(tx, act, { loan: id }) {
    const { loan } = await demandOthersLoan(tx, act, id);
    if (loan.state !== 'liquidating') throw new DomainError('loan_ended');
    await wantSaleEnd(tx, id);
    await recordAct(tx, act, { action: 'loans.sale_ended', subject: `loan:${id}` });
  },
};

/** Gives up what a defaulted loan still owes. @throws DomainError loan_not_found, loan_ended, loan_liquidating, invalid_argument */
export const writeOffLoan: OperatorAction<OfLoan, void> = {
  ...aboutLoan,
  twoPersons: true,
  name: 'loans.write_off',
  async run(tx, act, { loan: id }) {
    await takeStep(tx, await demandOthersLoan(tx, act, id), { type: 'writeOff' });
    await recordAct(tx, act, { action: 'loans.written_off', subject: `loan:${id}` });
  },
};
