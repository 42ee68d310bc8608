/** What lenders and borrowers do to loans and requests. Somebody else's loan is one that does not exist. */
import { DomainError } from '@pelican/shared/contracts';
import { debtOf, type LoanCommand, type LoanPrice, pledgeRoom, releaseMax, stalePrice } from '@pelican/shared/loans';
import { formatBigUnits, maxOf, minOf } from '@pelican/shared/money';
import { lockLiveSession, type SessionOfUser } from '../../identity/index.ts';
import { inTransaction, type Transaction } from '../../platform/database/index.ts';
import { coinsOf } from './bids.ts';
import { bindOnce, demandApprovable } from './binding.ts';
import { runOnce } from './calls.ts';
import type { StoredLoan } from './loans.ts';
import { nobody } from './postings.ts';
import { demandForm } from './refusals.ts';
import { setLender } from './save-loan.ts';
import { type LockedLoan, lockLoan, type PricedCommand, takeStep } from './steps.ts';
import type { TakeDeps } from './take.ts';

export interface LoanCall {
  session: SessionOfUser;
  loanId: number;
  key: string | undefined;
}

type Role = 'lender' | 'borrower';
interface Asked {
  role: Role;
  /** Beside the loan: part of what a repeated key is compared by. */
  content: readonly unknown[];
  /** Whether a loan begins by it. */
  binds?: boolean;
}

/** 100%. */
const one = 100_000_000n;

/** Every call throws DomainError invalid_token, of a session that has ended, and repeated_with_other_content. */
export interface LoanService {
  /** @throws DomainError loan_not_found, own_offer, already_decided, pledge_fell, price_unavailable, insufficient_balance, and what `bindOnce` and `demandApprovable` throw */
  approve(call: LoanCall): Promise<void>;
  /** @throws DomainError loan_not_found, already_decided, forbidden for an open request: nobody has been asked; and what every call throws */
  reject(call: LoanCall): Promise<void>;
  /** @throws DomainError loan_not_found, already_decided, and what every call throws */
  withdraw(call: LoanCall): Promise<void>;
  /**
   * @param amount undefined: everything
   * @throws DomainError loan_not_found, loan_ended, loan_liquidating, insufficient_balance, repay_too_small, repay_leaves_dust,
   * too_many_repayments, invalid_argument, and what every call throws
   */
  repay(call: LoanCall, amount: string | undefined): Promise<void>;
  /** @throws DomainError loan_not_found, loan_ended, loan_liquidating, insufficient_balance, invalid_argument, and what every call throws */
  topUp(call: LoanCall, amount: string): Promise<void>;
  /** @throws DomainError loan_not_found, loan_ended, loan_liquidating, pledge_needed, release_blocked, price_unavailable, invalid_argument, and what every call throws */
  release(call: LoanCall, amount: string): Promise<void>;
}

export function createLoanService({ pool, catalog, unopened, prices }: TakeDeps): LoanService {
  const priceOf = ({ sides: { crypto, money } }: StoredLoan) => prices.of(crypto.ticker, money.ticker).price;

  async function act(
    { session, loanId, key }: LoanCall,
    { role, content, binds = false }: Asked,
    commandOf: (locked: LockedLoan) => LoanCommand | PricedCommand,
  ): Promise<void> {
    const { userId } = session;
    const assets = catalog();
    const hidden = await unopened();
    const call = { userId, key, content: ['loan', loanId, ...content] };
    await inTransaction(pool, async (tx) => {
      if (binds) return bindOnce(tx, session, call, () => step(tx));
      await lockLiveSession(tx, session);
      return runOnce(tx, call, () => step(tx));
    });

    async function step(tx: Transaction): Promise<number> {
      const locked = await lockLoan(tx, assets, loanId);
      if (!locked) throw new DomainError('loan_not_found');
      if (role === 'lender') await demandLender(tx, locked.loan, { userId, accepts: binds });
      else if (locked.loan.sides.borrowerId !== userId) throw new DomainError('loan_not_found');
      if (binds) await demandApprovable(tx, locked, { assets, hidden });
      await takeStep(tx, locked, commandOf(locked), {
        words: (refusal, command, now) => wordsOf(refusal, locked.loan, command, now),
      });
      return loanId;
    }
  }

  return {
    approve: (call) =>
      act(call, { role: 'lender', content: ['approve'], binds: true }, ({ loan }) => {
        const { terms, source } = loan;
        // Reserved in its offer; of an open request it is what the wallet has.
        const moneyOf = (lenderMain: bigint) => (source === 'main' ? lenderMain : terms.amount);
        const withPrice = (lenderMain: bigint): LoanCommand => {
          return { type: 'approve', price: priceOf(loan), lenderMoney: moneyOf(lenderMain) };
        };
        return { type: 'approve', withPrice };
      }),
    reject: (call) => act(call, { role: 'lender', content: ['reject'] }, () => ({ type: 'reject' })),
    withdraw: (call) => act(call, { role: 'borrower', content: ['withdraw'] }, () => ({ type: 'withdraw' })),
    repay: (call, amount) =>
      act(call, { role: 'borrower', content: ['repay', amount ?? null] }, ({ loan: { sides } }) => {
        return { type: 'repay', amount: amount === undefined ? null : coinsOf(amount, sides.money.scale, 'amount') };
      }),
    topUp: (call, amount) =>
      act(call, { role: 'borrower', content: ['topUp', amount] }, ({ loan }) => {
        const { scale } = loan.sides.crypto;
        const coins = coinsOf(amount, scale, 'amount');
        const least = leastTopUp(loan);
        demandForm({ amount: coins < least ? `Minimum ${formatBigUnits(least, scale)}` : undefined });
        return { type: 'topUp', coins };
      }),
    release: (call, amount) =>
      act(call, { role: 'borrower', content: ['release', amount] }, ({ loan }) => {
        const { scale } = loan.sides.crypto;
        const coins = coinsOf(amount, scale, 'amount');
        const withPrice = (): LoanCommand => {
          const price = priceOf(loan);
          const least = leastRelease(loan, price);
          demandForm({ amount: coins < least ? `Minimum ${formatBigUnits(least, scale)}` : undefined });
          return { type: 'release', coins, price };
        };
        return { type: 'release', withPrice };
      }),
  };
}

/**
 * Lets the lender through; of an open request that waits, anybody but its borrower who accepts it, and who is its lender from here on.
 * @throws DomainError loan_not_found, also when somebody else was first; own_offer, p2p_default_open, forbidden
 */
async function demandLender(
  tx: Transaction,
  { id, state, offerId, sides }: StoredLoan,
  { userId, accepts }: { userId: number; accepts: boolean },
): Promise<void> {
  if (sides.lenderId === userId) return;
  if (offerId !== null) throw new DomainError('loan_not_found');
  if (sides.borrowerId === userId) throw new DomainError(accepts ? 'own_offer' : 'loan_not_found');
  // To strangers a request that is over is one that there is not: ids are easily guessed.
  if (state !== 'pending' || sides.lenderId !== nobody) throw new DomainError('loan_not_found');
  if (!accepts) throw new DomainError('forbidden');
  sides.lenderId = userId;
  await setLender(tx, id, userId);
}

/** The text of a refusal that names figures; undefined where the code's own says all. */
function wordsOf(refusal: string, loan: StoredLoan, command: LoanCommand, now: number): string | undefined {
  const price = 'price' in command ? command.price : stalePrice;
  const { units, repayMin } = loan.terms;
  const money = (amount: bigint) => formatBigUnits(amount, units.money);
  switch (refusal) {
    case 'repay_too_small':
      return `At least ${money(repayMin)} must be paid`;
    case 'repay_leaves_dust':
      return `Pay all, or leave at least ${money(repayMin)}`;
    case 'pledge_needed':
      return `At most ${formatBigUnits(releaseMax(loan, price, now), units.crypto)} can be released`;
    case 'pledge_fell':
      return missingPledge(loan, price, now);
    default:
      return undefined;
  }
}

/** A thousandth of the pledge: each change of it is an entry and a notice to both. */
function leastTopUp({ pledge }: StoredLoan): bigint {
  return (pledge + 999n) / 1_000n;
}

/** As of a top-up, or all that can be released; where that is nothing, the state machine says why. */
function leastRelease(loan: StoredLoan, price: LoanPrice): bigint {
  return minOf(leastTopUp(loan), releaseMax(loan, price, Date.now()));
}

/** For a request to stand below its warning level. */
function missingPledge(loan: StoredLoan, price: LoanPrice, now: number): string | undefined {
  if (!price.isFresh) return undefined;
  const { amount, levels, units } = loan.terms;
  const debt = { ...debtOf(loan, now), payoff: amount };
  const { topUp } = pledgeRoom(debt, { numerator: levels.warning, denominator: one }, price.size);
  return `${formatBigUnits(maxOf(topUp + 1n, leastTopUp(loan)), units.crypto)} ${loan.sides.crypto.ticker} must be added first`;
}
