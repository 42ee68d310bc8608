/** Open requests: a borrower says what is wanted, and the first lender who accepts pays it from the main wallet. */
import { DomainError } from '@pelican/shared/contracts';
import { type NewBorrowRequest, openRequestDays } from '@pelican/shared/contracts/loans';
import { dayMs } from '@pelican/shared/loans';
import { formatBigUnits, parseBigUnits } from '@pelican/shared/money';
import type { SessionOfUser } from '../../identity/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { type AskedCredit, beginLoan } from './bids.ts';
import { bindOnce } from './binding.ts';
import { percentText, rateOfPercent } from './decimals.ts';
import { openMoney } from './order-form.ts';
import { demandForm, outside } from './refusals.ts';
import { type MoneySettings, readSettings } from './settings.ts';
import type { TakeDeps } from './take.ts';

/**
 * Holds the pledge until a lender accepts, the borrower withdraws, or the time is over.
 * @returns the request's id @throws DomainError as the call's declaration says
 */
export async function createBorrowRequest(
  { pool, catalog, unopened, prices }: TakeDeps,
  { session, request, key }: { session: SessionOfUser; request: NewBorrowRequest; key: string | undefined },
): Promise<number> {
  const { userId: borrowerId } = session;
  const assets = catalog();
  const hidden = await unopened();
  const call = { userId: borrowerId, key, content: ['borrow', request] };
  return inTransaction(pool, (tx) =>
    bindOnce(tx, session, call, async () => {
      const asked = askedCredit(request, await readSettings(tx, assets, hidden));
      const waitsMs = openRequestDays * dayMs;
      return beginLoan(tx, prices, { borrowerId, from: null, asked, coins: request, isStarted: false, waitsMs });
    }),
  );
}

/** What is asked for without an offer, within what the currency allows. @throws DomainError invalid_argument, unknown_asset, currency_not_accepted */
export function askedCredit(
  request: Pick<NewBorrowRequest, 'fiat_currency' | 'currency' | 'amount' | 'days' | 'pay_percent'>,
  settings: readonly MoneySettings[],
): AskedCredit {
  const money = openMoney(settings, request.fiat_currency);
  const amount = parseBigUnits(request.amount, money.asset.scale);
  const dayRate = rateOfPercent(request.pay_percent);
  const shown = (value: bigint) => formatBigUnits(value, money.asset.scale);
  demandForm({
    amount: outside(amount, money.amountMin, money.amountMax, shown),
    days: outside(request.days, money.daysMin, money.daysMax, String),
    pay_percent: outside(dayRate, money.dayRateMin, money.dayRateMax, percentText),
  });
  const pledge = money.pledges.find(({ asset, isOpen }) => isOpen && asset.ticker === request.currency);
  if (!pledge) throw new DomainError('currency_not_accepted');
  return { money, pledge, pledgeRate: null, amount, dayRate, days: request.days };
}
