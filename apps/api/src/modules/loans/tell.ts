/** What happens to a loan as notices to its sides, in the transaction in which it happens. The codes are those of docs/loans.md, "Notices". */
import { type Loan, type LoanCommand, type LoanEvent, payoffAt } from '@pelican/shared/loans';
import { formatBigUnits, stripZeros } from '@pelican/shared/money';
import { type NewNotice, writeNotices } from '../../notices/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { percentText } from './decimals.ts';
import { type LoanSides, nobody } from './postings.ts';

type Kind = Extract<NewNotice, { kind: `loan_${string}` }>['kind'];
type Payload = Extract<NewNotice, { kind: 'loan_started' }>['payload'];

/** A kind to the lender and one to the borrower, null where there is none, each with its code. */
type Told = readonly [lend: readonly [Kind, number] | null, borrow: readonly [Kind, number] | null];

const both = (kind: Kind, status: number): Told => [
  [kind, status],
  [kind, status],
];

const told: Record<Exclude<LoanEvent['type'], 'level' | 'sale_order'>, Told> = {
  requested: [
    ['loan_requested', 1],
    ['loan_request_sent', 1],
  ],
  started: both('loan_started', 2),
  rejected: [null, ['loan_rejected', 3]],
  withdrawn: both('loan_request_ended', 10),
  expired: both('loan_request_ended', 10),
  day_collected: [
    ['loan_day_collected', 5],
    ['loan_day_collected', 4],
  ],
  day_unpaid: both('loan_day_unpaid', 35),
  overdue: [
    ['loan_overdue_told', 34],
    ['loan_overdue', 34],
  ],
  repaid: both('loan_repaid', 6),
  repaid_in_part: both('loan_repaid_in_part', 40),
  pledge_added: both('loan_pledge_added', 38),
  pledge_released: both('loan_pledge_released', 39),
  sale_begun: [
    ['loan_sale_told', 32],
    ['loan_sale_begun', 32],
  ],
  liquidated: [
    ['loan_ended', 7],
    ['loan_liquidated', 7],
  ],
  defaulted: [
    ['loan_ended', 7],
    ['loan_defaulted', 7],
  ],
  written_off: both('loan_ended', 7),
  disputed: both('loan_disputed', 36),
  dispute_decided: both('loan_dispute_decided', 37),
};

const levels: Record<Extract<LoanEvent, { type: 'level' }>['level'], Told> = {
  warning: [null, ['loan_warning', 30]],
  call: [
    ['loan_call_told', 31],
    ['loan_call', 31],
  ],
  // It is sold by the next run, unless nothing may be sold now: then the borrower has to know.
  liquidation: [
    ['loan_call_told', 31],
    ['loan_call', 31],
  ],
};

export interface ToldStep {
  loan: Loan;
  events: readonly LoanEvent[];
  /** Money for one coin, of a step that looks at a price. */
  price?: string | undefined;
}

/** The price in notices about levels: the one the watch compares with. */
export function toldPrice(command: LoanCommand): string | undefined {
  if (command.type !== 'watch' || !command.price.isFresh) return undefined;
  return stripZeros(formatBigUnits(command.price.watch, 8));
}

export async function tellOfLoan(tx: Transaction, { sides }: { sides: LoanSides }, step: ToldStep): Promise<void> {
  // A loan that begins at once sends only the notice of its beginning.
  const events = step.events.filter(({ type }) => type !== 'requested' || step.loan.state === 'pending');
  const notices = events.flatMap((event) => noticesOf(event, sides, step));
  await writeNotices(tx, notices);
}

function noticesOf(event: LoanEvent, sides: LoanSides, { loan, price }: ToldStep): NewNotice[] {
  if (event.type === 'sale_order') return [];
  const [lend, borrow] = event.type === 'level' ? levels[event.level] : told[event.type];
  const about = factsOf(event, sides, { loan, price });
  const key = keyOf(event, loan);
  const notice = (role: 'lend' | 'borrow', userId: number, [kind, status]: readonly [Kind, number]): NewNotice => {
    const type = event.type === 'day_collected' || event.type === 'day_unpaid' ? 3 : role === 'lend' ? 1 : 2;
    return {
      userId,
      kind,
      payload: { ...about, role, type, status },
      ...(key !== undefined && { key: `${key}:${kind}` }),
    };
  };
  return [
    // A pending open request has no lender to notify.
    ...(lend && sides.lenderId !== nobody ? [notice('lend', sides.lenderId, lend)] : []),
    ...(borrow ? [notice('borrow', sides.borrowerId, borrow)] : []),
  ];
}

function factsOf(
  event: LoanEvent,
  { money, crypto }: LoanSides,
  { loan, price }: Pick<ToldStep, 'loan' | 'price'>,
): Omit<Payload, 'role' | 'type' | 'status'> {
  const { terms } = loan;
  const amountOf = ({ scale, ticker }: LoanSides['money'], units: bigint) => ({
    amount: stripZeros(formatBigUnits(units, scale)),
    ticker,
  });
  const moved =
    'amount' in event
      ? amountOf(money, event.amount)
      : 'coins' in event
        ? amountOf(crypto, event.coins)
        : event.type === 'defaulted'
          ? amountOf(money, payoffAt(loan, loan.endedAt ?? 0))
          : undefined;
  return {
    loanId: loan.id,
    lent: amountOf(money, terms.amount),
    // An overdue loan has its grace left.
    days: event.type === 'overdue' ? terms.graceDays : terms.days,
    percent: percentText(terms.dayRate),
    ...(moved && { moved }),
    ...(price !== undefined && { price }),
  };
}

const weekDays = 7;

/** Notices of unpaid interest: one at first, then one a week at most. */
function keyOf(event: LoanEvent, { id }: Loan): string | undefined {
  return event.type === 'day_unpaid' ? `loan:${id}:unpaid:${Math.floor((event.day - 1) / weekDays)}` : undefined;
}
