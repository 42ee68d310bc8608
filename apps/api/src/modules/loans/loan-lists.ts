/** Lists of requests and loans: of one user, on either side, and the open requests of others. */
import { DomainError } from '@pelican/shared/contracts';
import type { HistoryFilter, LoanList, OpenRequestFilter, Page } from '@pelican/shared/contracts/loans';
import { countRows, type Queryable } from '../../platform/database/index.ts';
import { mayBindSql } from './binding.ts';
import { withRecords } from './borrower-records.ts';
import { type LoanViewer, viewLoan } from './loan-view.ts';
import { selectLoans } from './loans.ts';
import { pageOf } from './paging.ts';
import type { MoneySettings } from './settings.ts';
import { isUnsettledSql } from './states.ts';

export interface LoanReading extends LoanViewer {
  db: Queryable;
}

const newestFirst = 'loan.id DESC';
const unsettledFirst = `${isUnsettledSql} DESC, ${newestFirst}`;
const inProcess = `(state = 'pending' OR ${isUnsettledSql})`;
const finished = `NOT ${inProcess}`;

interface Wanted {
  where: string;
  values: readonly unknown[];
  order: string;
  /** The same for a page, whose offset and limit are the values that follow. */
  ofPage?: string;
}

async function list(
  reading: LoanReading,
  page: Page,
  { where, values, order, ofPage = where }: Wanted,
): Promise<LoanList> {
  const { db, assets } = reading;
  const places = `OFFSET $${values.length + 1} LIMIT $${values.length + 2}`;
  const [loans, count] = await Promise.all([
    selectLoans(db, assets, `WHERE ${ofPage} ORDER BY ${order} ${places}`, [...values, page.offset, page.limit]),
    countRows(db, `SELECT FROM p2p_loans loan WHERE ${where}`, values, page),
  ]);
  const views = loans.map((loan) => ({ borrowerId: loan.sides.borrowerId, view: viewLoan(loan, reading) }));
  return pageOf(await withRecords(db, views), count, page);
}

/** Those that are not settled first. */
export function listAsLender(reading: LoanReading, page: Page): Promise<LoanList> {
  return list(reading, page, {
    where: `lender_id = $1 AND started_at IS NOT NULL`,
    values: [reading.userId],
    order: unsettledFirst,
  });
}

/** Those that are not settled first. */
export function listAsBorrower(reading: LoanReading, page: Page): Promise<LoanList> {
  return list(reading, page, {
    where: `borrower_id = $1 AND started_at IS NOT NULL`,
    values: [reading.userId],
    order: unsettledFirst,
  });
}

/** What was asked for, whatever has become of it. */
export function listOwnRequests(reading: LoanReading, page: Page): Promise<LoanList> {
  return list(reading, page, { where: 'borrower_id = $1', values: [reading.userId], order: newestFirst });
}

/** Of others, as long as they can be accepted. @throws DomainError unknown_asset */
export function listOpenRequests(
  reading: LoanReading,
  settings: readonly MoneySettings[],
  filter: OpenRequestFilter,
): Promise<LoanList> {
  const { fiat_currency, currency } = filter;
  const money = fiat_currency === undefined ? null : settings.find(({ asset }) => asset.ticker === fiat_currency);
  if (money === undefined) throw new DomainError('unknown_asset', { fields: { fiat_currency: ['Unknown currency'] } });
  const wanted = currency?.map((ticker) => reading.assets.assetByTicker(ticker)?.id ?? 0) ?? null;
  return list(reading, filter, {
    where: `offer_id IS NULL AND state = 'pending' AND borrower_id <> $1 AND expires_at > now()
      AND EXISTS (SELECT FROM users borrower WHERE borrower.id = borrower_id AND ${mayBindSql('borrower')})
      AND NOT EXISTS (SELECT FROM p2p_loans owed WHERE owed.borrower_id = loan.borrower_id AND owed.state = 'defaulted')
      AND ($2::smallint IS NULL OR money_id = $2) AND ($3::smallint[] IS NULL OR pledge_id = ANY ($3))`,
    values: [reading.userId, money?.asset.id ?? null, wanted],
    order: newestFirst,
  });
}

/** The caller has found the offer to be the reader's own. @param state undefined: all */
export function listOfOffer(
  reading: LoanReading,
  page: Page,
  { offerId, state }: { offerId: number; state: string | undefined },
): Promise<LoanList> {
  return list(reading, page, {
    where: 'offer_id = $1 AND lender_id = $2 AND ($3::text IS NULL OR state = $3)',
    values: [offerId, reading.userId, state ?? null],
    order: newestFirst,
  });
}

/** The oldest first: it has waited longest. */
export function listPendingOfOffer(reading: LoanReading, page: Page, offerId: number): Promise<LoanList> {
  return list(reading, page, {
    where: `offer_id = $1 AND lender_id = $2 AND state = 'pending'`,
    values: [offerId, reading.userId],
    order: 'loan.id',
  });
}

const tabs: Record<HistoryFilter['tab'], string> = {
  all: 'true',
  finished,
  arbitration: 'is_disputed',
  in_process: inProcess,
  waiting: `state = 'pending'`,
};

/** Both sides, the newest first; requests that wait by how long they do. */
export function listHistory(reading: LoanReading, filter: HistoryFilter): Promise<LoanList> {
  const { role, date_from = null, date_to = null, tab } = filter;
  const inTab = `${tabs[tab]} AND ($2::float8 IS NULL OR created_at >= to_timestamp($2))
      AND ($3::float8 IS NULL OR created_at < to_timestamp($3 + 1))`;
  const order = tab === 'waiting' ? 'loan.id' : newestFirst;
  // Each side has its index: of one condition with OR the loans of everybody may be read instead, the newest first.
  const pageOfSide = (side: string) =>
    `(SELECT loan.id FROM p2p_loans loan WHERE ${side} = $1 AND ${inTab} ORDER BY ${order} LIMIT $4::bigint + $5::bigint)`;
  const both = {
    where: `(lender_id = $1 OR borrower_id = $1) AND ${inTab}`,
    ofPage: `loan.id = ANY (ARRAY(${pageOfSide('lender_id')} UNION ALL ${pageOfSide('borrower_id')}))`,
  };
  const wanted = role ? { where: `${role === 'lend' ? 'lender_id' : 'borrower_id'} = $1 AND ${inTab}` } : both;
  return list(reading, filter, { ...wanted, values: [reading.userId, date_from, date_to], order });
}
