/** A sale begins: the pledge leaves its account for the market, in the step that fixes what is owed. */
import { DomainError } from '@pelican/shared/contracts';
import {
  debtOf,
  isSellable,
  type LoanCommand,
  type LoanPrice,
  ltvBasisPoints,
  type SaleCause,
} from '@pelican/shared/loans';
import { formatBigUnits } from '@pelican/shared/money';
import type { Transaction } from '../../../platform/database/index.ts';
import { readNow } from '../locked.ts';
import { type LockedLoan, lockLoanAccounts, takeStep } from '../steps.ts';
import { deskAccounts, deskOf, moveIn, shardOf, transferKey } from './desk.ts';
import { isOpen, isTradingPaused, marketOf, type SaleCatalog, saleRates } from './market.ts';
import { insertSale } from './rows.ts';

export interface WantedSale {
  cause: SaleCause;
  /** Asked once everything is locked: who waits for a lock waits on an old price. */
  priceNow: () => LoanPrice;
  /** In place of the database's clock, Unix ms. */
  at?: number | undefined;
}

/**
 * The caller has locked the loan.
 * @returns false when the cause is gone, or nothing can be sold now
 * @throws DomainError loan_ended, loan_liquidating, loan_not_found
 */
export async function beginSale(
  tx: Transaction,
  catalog: SaleCatalog,
  locked: LockedLoan,
  { cause, priceNow, at }: WantedSale,
): Promise<boolean> {
  const { loan } = locked;
  const market = marketOf(catalog, loan.sides);
  if (!isOpen(market) || (await isTradingPaused(tx))) return false;
  const shard = await shardOf(tx, market);
  const deskId = await deskOf(tx, shard);
  const accounts = deskAccounts(deskId, shard, [loan.sides.crypto.id]);
  await lockLoanAccounts(tx, loan.sides, false, accounts);
  const price = priceNow();
  if (!isSellable(price)) return false;
  const now = at ?? (await readNow(tx));
  const { payoff } = debtOf(loan, now);
  const command = commandOf(cause, price, await saleRates(tx, market, loan.sides));
  const after = await takeStep(tx, locked, command, { at: now, deskId, accounts });
  if (after.state !== 'liquidating') return false;
  const asset = loan.sides.crypto;
  const inTransferId = await moveIn(tx, { deskId, shard, asset, amount: after.pledge, key: transferKey(loan.id, 1) });
  await insertSale(tx, after, loan, {
    marketId: market.id,
    inTransferId,
    ltv: formatBigUnits(ltvBasisPoints(loan.terms.units, payoff, loan.pledge, price.watch), 2),
    watchPrice: formatBigUnits(price.watch, 8),
    now,
  });
  return true;
}

type Rates = Awaited<ReturnType<typeof saleRates>>;

function commandOf(cause: SaleCause, price: LoanPrice, rates: Rates): LoanCommand {
  if (cause !== 'arbitration') return { type: 'beginSale', cause, price, ...rates };
  return { type: 'decideDispute', decision: { type: 'sell', price, taxRate: rates.taxRate } };
}

/** As `beginSale`, for somebody who waits for the answer. @throws DomainError price_unavailable too */
export async function demandSale(
  tx: Transaction,
  catalog: SaleCatalog,
  locked: LockedLoan,
  wanted: WantedSale,
): Promise<void> {
  if (await beginSale(tx, catalog, locked, wanted)) return;
  throw new DomainError('price_unavailable', {
    message: isSellable(wanted.priceNow())
      ? 'The market takes no orders now. Nothing was changed'
      : 'No fresh price. Nothing was changed',
  });
}
