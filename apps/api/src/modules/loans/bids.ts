/** What a borrower asks for, on an offer or openly: its terms, the coins that are held for it, and the request or loan that it becomes. */
import { DomainError } from '@pelican/shared/contracts';
import { type Bid, pendingRequestsMax } from '@pelican/shared/contracts/loans';
import {
  type LoanSource,
  type LoanTerms,
  lendableShare,
  type PledgeRequest,
  pledgeFigures,
  requestLoan,
} from '@pelican/shared/loans';
import { formatBigUnits, parseBigUnits } from '@pelican/shared/money';
import { postEntries } from '../../ledger/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { demandWithinCaps } from './caps.ts';
import { rateOfPercent } from './decimals.ts';
import { contextOf, nextLoanId } from './loans.ts';
import { readNow } from './locked.ts';
import { type LoanSides, ledgerEntry, nobody } from './postings.ts';
import type { LoanPrices } from './prices.ts';
import { demandForm } from './refusals.ts';
import { insertLoan } from './save-loan.ts';
import type { MoneySettings, PledgeSettings } from './settings.ts';
import { lockLoanAccounts, walletsOf } from './steps.ts';
import { tellOfLoan } from './tell.ts';

const defaultCushion = '1';
/** By a borrower in a day, before no more are made. */
const withdrawnRequestsMax = 20;

/** A credit request with the settings that apply to it. */
export interface AskedCredit {
  money: MoneySettings;
  pledge: PledgeSettings;
  /** The pledge's value for one of money that the lender asks for; null: none of its own. */
  pledgeRate: bigint | null;
  amount: bigint;
  dayRate: bigint;
  days: number;
}

/** What the loan begins with and keeps. */
export function termsOf({ money, pledge, pledgeRate, amount, dayRate, days }: AskedCredit): LoanTerms {
  const { feeRate, gstRate, lateFactor, graceDays, repayMin, liquidationFeeRate } = money;
  return {
    units: { money: money.asset.scale, crypto: pledge.asset.scale },
    amount,
    dayRate,
    days,
    feeRate,
    gstRate,
    lateFactor,
    graceDays,
    repayMin,
    liquidationFeeRate,
    levels: pledge.levels,
    share: lendableShare(pledge.ltv, pledgeRate),
  };
}

type Coins = Pick<Bid, 'volatility_percent' | 'amount_crypto'>;

/** The cushion of a bid, and the coins that its borrower agrees to. @throws DomainError invalid_argument */
export function agreedCoins(
  { units }: LoanTerms,
  { volatility_percent = defaultCushion, amount_crypto }: Coins,
): Pick<PledgeRequest, 'volatilityRate' | 'agreed'> {
  const agreed = amount_crypto === undefined ? null : coinsOf(amount_crypto, units.crypto, 'amount_crypto');
  return { volatilityRate: rateOfPercent(volatility_percent), agreed };
}

interface Pledged {
  ticker: string;
  /** Of the money. */
  moneyTicker: string;
  terms: LoanTerms;
  coins: Coins;
}

/** Coins to hold. @throws DomainError price_unavailable, pledge_too_small, pledge_too_large, invalid_argument */
function heldPledge(prices: LoanPrices, { ticker, moneyTicker, terms, coins }: Pledged): bigint {
  const { price } = prices.of(ticker, moneyTicker);
  if (!price.isFresh) throw new DomainError('price_unavailable');
  const { units, amount, share } = terms;
  const figures = pledgeFigures({ units, amount, share, sizePrice: price.size, ...agreedCoins(terms, coins) });
  if (figures.held !== null) return figures.held;
  const least = formatBigUnits(figures.least, units.crypto);
  if (figures.refusal === 'pledge_too_small')
    throw new DomainError('pledge_too_small', { message: `At least ${least} ${ticker} is needed now` });
  throw new DomainError('pledge_too_large');
}

export interface WantedLoan {
  borrowerId: number;
  /** Null: an open request, which has no lender yet. */
  from: { offerId: number; lenderId: number } | null;
  asked: AskedCredit;
  coins: Coins;
  /** Whether the loan begins at once. */
  isStarted: boolean;
  /** Ms until a request that nobody has answered is over. */
  waitsMs: number;
  /** Called once everything is locked and the pledge is known, before anything is written. */
  beforeWrite?(): Promise<void>;
}

/**
 * Holds the pledge for a request, or begins the loan. The caller has the offer locked, where there is one.
 * @returns the loan's id @throws DomainError too_many_pending, cap_exceeded, insufficient_balance, and what `heldPledge` throws
 */
export async function beginLoan(tx: Transaction, prices: LoanPrices, wanted: WantedLoan): Promise<number> {
  const { borrowerId, from, asked, coins, isStarted, waitsMs } = wanted;
  if (!isStarted) await demandFewRequests(tx, borrowerId);
  const terms = termsOf(asked);
  const [money, crypto] = [asked.money.asset, asked.pledge.asset];
  const sides: LoanSides = { lenderId: from?.lenderId ?? nobody, borrowerId, money, crypto };
  const accounts = await lockLoanAccounts(tx, sides, isStarted);
  // Of now: the locks may have been waited for.
  const held = heldPledge(prices, { ticker: crypto.ticker, moneyTicker: money.ticker, terms, coins });
  await demandWithinCaps(tx, asked.money, asked.pledge, {
    loanId: 0,
    amount: terms.amount,
    lenderId: sides.lenderId,
    borrowerId,
  });
  await wanted.beforeWrite?.();
  const now = await readNow(tx);
  const id = await nextLoanId(tx);
  const source: LoanSource = from ? 'p2p_offer' : 'main';
  const context = contextOf({ now, ...walletsOf(accounts, sides), principalTo: 'main' });
  const requested = requestLoan({ id, terms, pledge: held, source }, isStarted, context);
  if (requested.refusal !== null) throw new DomainError('insufficient_balance');
  const expiresAt = new Date(now + waitsMs);
  await insertLoan(tx, requested.loan, { offerId: from?.offerId ?? null, sides, now, expiresAt });
  await postEntries(
    tx,
    requested.entries.map((entry) => ledgerEntry(entry, sides)),
  );
  await tellOfLoan(tx, { sides }, requested);
  return id;
}

/** Limits pending and withdrawn requests, because the lender is notified of each and of its end. @throws DomainError too_many_pending */
async function demandFewRequests(tx: Transaction, borrowerId: number): Promise<void> {
  const { rows } = await tx.query<{ pending: number; withdrawn: number }>(
    `SELECT count(*) FILTER (WHERE state = 'pending')::integer AS pending, count(*) FILTER (WHERE state = 'withdrawn')::integer AS withdrawn
      FROM p2p_loans WHERE borrower_id = $1 AND (state = 'pending' OR state = 'withdrawn' AND ended_at > now() - interval '24 hours')`,
    [borrowerId],
  );
  const { pending = 0, withdrawn = 0 } = rows[0] ?? {};
  if (pending >= pendingRequestsMax) throw new DomainError('too_many_pending');
  if (withdrawn >= withdrawnRequestsMax)
    throw new DomainError('too_many_pending', { message: 'You have withdrawn too many requests today' });
}

/** @throws DomainError invalid_argument for more decimals than the asset has */
export function coinsOf(amount: string, scale: number, field: string): bigint {
  const isFine = !/[1-9]/.test((amount.split('.')[1] ?? '').slice(scale));
  demandForm({ [field]: isFine ? undefined : 'Too many decimals' });
  return parseBigUnits(amount, scale);
}
