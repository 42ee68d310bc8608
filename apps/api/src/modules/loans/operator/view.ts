/** Loans as operators see them: by the prices that loans were watched by last, for the console has no index at hand. */
import {
  fallPercents,
  type LoanSettings,
  type OpenSale,
  type OperatorLoan,
  type PairAtRisk,
} from '@pelican/shared/contracts/loans';
import { stripZeros } from '@pelican/shared/money';
import type { Queryable } from '../../../platform/database/index.ts';
import { secondsOf } from '../decimals.ts';
import { saleWanted } from '../loans.ts';
import { viewSales } from '../sale/view.ts';
import { isRunningSql } from '../states.ts';

/** Only the warning price is stored; other level prices are derived by the ratio of the levels. */
const liquidationPrice = 'warning_price * warning / liquidation';
const distance = `round((1 - ${liquidationPrice} / price.watch_price) * 100, 2)`;

const columns = `loan.id, state, lender_id AS "lenderId", lender.email AS "lenderEmail", borrower_id AS "borrowerId",
  borrower.email AS "borrowerEmail", money.ticker AS money, crypto.ticker AS pledge, amount, principal, loan.pledge AS coins,
  round(${liquidationPrice}, 8) AS "liquidationPrice", price.watch_price AS price, price.at AS "priceAt", ${distance} AS distance,
  notified, is_disputed AS dispute, ${saleWanted} AS "saleWanted", started_at AS "startedAt", overdue_at AS "overdueAt",
  ended_at AS "endedAt"`;
const source = `p2p_loans loan LEFT JOIN users lender ON lender.id = lender_id JOIN users borrower ON borrower.id = borrower_id
  JOIN assets money ON money.id = money_id JOIN assets crypto ON crypto.id = pledge_id
  LEFT JOIN p2p_prices price ON price.money_id = loan.money_id AND price.pledge_id = loan.pledge_id`;

interface LoanRow {
  id: string;
  state: OperatorLoan['state'];
  lenderId: string | null;
  lenderEmail: string | null;
  borrowerId: string;
  borrowerEmail: string;
  money: string;
  pledge: string;
  amount: string;
  principal: string;
  coins: string;
  liquidationPrice: string | null;
  price: string | null;
  priceAt: Date | null;
  distance: string | null;
  notified: string;
  dispute: boolean;
  saleWanted: string | null;
  startedAt: Date | null;
  overdueAt: Date | null;
  endedAt: Date | null;
}

const seconds = (at: Date | null) => at && secondsOf(at);
const shown = (figure: string | null) => (figure === null ? null : stripZeros(figure));

function viewRow(row: LoanRow): OperatorLoan {
  return {
    id: Number(row.id),
    state: row.state,
    lender: row.lenderId === null ? null : { id: Number(row.lenderId), email: row.lenderEmail ?? '' },
    borrower: { id: Number(row.borrowerId), email: row.borrowerEmail },
    money: row.money,
    pledge: row.pledge,
    amount: stripZeros(row.amount),
    principal: stripZeros(row.principal),
    coins: stripZeros(row.coins),
    liquidation_price: shown(row.liquidationPrice),
    price: shown(row.price),
    price_at: seconds(row.priceAt),
    distance: shown(row.distance),
    notified: row.notified,
    dispute: row.dispute,
    sale_wanted: row.saleWanted,
    started_at: seconds(row.startedAt),
    overdue_at: seconds(row.overdueAt),
    ended_at: seconds(row.endedAt),
  };
}

export interface Place {
  offset: number;
  limit: number;
}

async function select(db: Queryable, rest: string, values: readonly unknown[]): Promise<OperatorLoan[]> {
  const { rows } = await db.query<LoanRow>(`SELECT ${columns} FROM ${source} ${rest}`, [...values]);
  return rows.map(viewRow);
}

async function page(
  db: Queryable,
  { where, values, order }: { where: string; values: readonly unknown[]; order: string },
  { offset, limit }: Place,
): Promise<{ result: OperatorLoan[]; total: number; offset: number; limit: number }> {
  const places = `OFFSET $${values.length + 1} LIMIT $${values.length + 2}`;
  const total = await count(db, `p2p_loans loan WHERE ${where}`, values);
  const result = await select(db, `WHERE ${where} ORDER BY ${order} ${places}`, [...values, offset, limit]);
  return { result, total, offset, limit };
}

const isSideSql = (user: string) =>
  `loan.id = ANY (ARRAY(SELECT id FROM p2p_loans WHERE lender_id = ${user} UNION SELECT id FROM p2p_loans WHERE borrower_id = ${user}))`;

/** The newest first. @param filter undefined: all */
export function listLoans(
  db: Queryable,
  filter: { state?: string | undefined; user?: number | undefined },
  place: Place,
) {
  const conditions = [
    ...(filter.state === undefined ? [] : [{ sql: (at: string) => `state = ${at}`, value: filter.state }]),
    // The planner has an index for each side, and none for both at once in the order of a page.
    ...(filter.user === undefined ? [] : [{ sql: isSideSql, value: filter.user }]),
  ];
  const where = conditions.map(({ sql }, at) => sql(`$${at + 1}`)).join(' AND ') || 'true';
  return page(db, { where, values: conditions.map(({ value }) => value), order: 'loan.id DESC' }, place);
}

/** Undefined when there is no such loan. */
export async function findLoanRow(db: Queryable, id: number): Promise<OperatorLoan | undefined> {
  return (await findLoanRows(db, [id])).get(id);
}

/** By their ids. */
async function findLoanRows(db: Queryable, ids: readonly number[]): Promise<Map<number, OperatorLoan>> {
  const loans = await select(db, 'WHERE loan.id = ANY ($1::bigint[])', [ids]);
  return new Map(loans.map((loan) => [loan.id, loan]));
}

/** Those nearest to their sale first; loans without a price at the end. */
export function listAtRisk(db: Queryable, place: Place) {
  return page(db, { where: isRunningSql, values: [], order: `${distance} NULLS LAST, loan.id` }, place);
}

const falls = [0, ...fallPercents];

/** What would be sold if prices fell, by the pair. */
export async function readFalls(db: Queryable): Promise<PairAtRisk[]> {
  const sums = falls.map((percent) => {
    const isSold = `price.watch_price * ${(100 - percent) / 100} <= ${liquidationPrice}`;
    return `count(*) FILTER (WHERE ${isSold})::integer AS "loans${percent}",
      coalesce(sum(principal) FILTER (WHERE ${isSold}), 0) AS "principal${percent}"`;
  });
  const { rows } = await db.query<Record<string, string | number> & { price: string | null; priceAt: Date | null }>(
    `SELECT money.ticker AS money, crypto.ticker AS pledge, price.watch_price AS price, price.at AS "priceAt",
        count(*)::integer AS loans, sum(principal) AS principal, ${sums.join(', ')}
      FROM ${source} WHERE ${isRunningSql} GROUP BY 1, 2, 3, 4 ORDER BY 1, 2`,
  );
  return rows.map((row) => ({
    money: String(row.money),
    pledge: String(row.pledge),
    price: shown(row.price),
    price_at: seconds(row.priceAt),
    loans: Number(row.loans),
    principal: stripZeros(String(row.principal)),
    falls: falls.map((percent) => ({
      percent,
      loans: Number(row[`loans${percent}`]),
      principal: stripZeros(String(row[`principal${percent}`])),
    })),
  }));
}

/** Those that are open, the oldest first. */
export async function listSales(db: Queryable, { offset, limit }: Place) {
  const { rows } = await db.query<{ id: string }>(
    `SELECT loan_id AS id FROM p2p_sales WHERE step <> 'done' ORDER BY begun_at, loan_id OFFSET $1 LIMIT $2`,
    [offset, limit],
  );
  const ids = rows.map(({ id }) => Number(id));
  const [loans, sales, total] = await Promise.all([
    findLoanRows(db, ids),
    viewSales(db, ids),
    count(db, `p2p_sales WHERE step <> 'done'`),
  ]);
  const result = ids.flatMap((id): OpenSale[] => {
    const [loan, shown] = [loans.get(id), sales.get(id)];
    return loan && shown ? [{ loan, ...shown }] : [];
  });
  return { result, total, offset, limit };
}

/** That wait, the oldest first. `ordered`: a decision that waits for a price. */
export async function listDisputed(db: Queryable, { offset, limit }: Place) {
  const { rows } = await db.query<{ loanId: string; reason: string; openedAt: Date; ordered: string | null }>(
    `SELECT loan_id AS "loanId", reason, opened_at AS "openedAt", decision ->> 'type' AS ordered FROM p2p_disputes
      WHERE decided_at IS NULL ORDER BY id OFFSET $1 LIMIT $2`,
    [offset, limit],
  );
  const ids = rows.map(({ loanId }) => Number(loanId));
  const [loans, total] = await Promise.all([findLoanRows(db, ids), count(db, 'p2p_disputes WHERE decided_at IS NULL')]);
  const result = rows.flatMap(({ loanId, reason, openedAt, ordered }) => {
    const loan = loans.get(Number(loanId));
    return loan ? [{ loan, reason, opened_at: secondsOf(openedAt), ordered }] : [];
  });
  return { result, total, offset, limit };
}

/** @param from what follows `FROM` */
async function count(db: Queryable, from: string, values: readonly unknown[] = []): Promise<number> {
  const { rows } = await db.query<{ count: number }>(`SELECT count(*)::integer AS count FROM ${from}`, [...values]);
  return rows[0]?.count ?? 0;
}

type Settings = Record<string, string | number | boolean>;

export async function readLoanSettings(db: Queryable): Promise<LoanSettings> {
  const plain = (row: Settings) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        typeof value === 'string' && /^\d+\.\d+$/.test(value) ? stripZeros(value) : value,
      ]),
    );
  const [moneys, pledges, flag, holdings] = await Promise.all([
    db.query<Settings>('SELECT * FROM p2p_moneys ORDER BY ticker DESC'),
    db.query<Settings>('SELECT * FROM p2p_pledges ORDER BY money_ticker DESC, ticker'),
    db.query<LoanSettings['switches']>(`SELECT value, version FROM system_flags WHERE key = 'p2p_loans'`),
    readHoldings(db),
  ]);
  return {
    moneys: moneys.rows.map(plain),
    pledges: pledges.rows.map(plain),
    switches: flag.rows[0] ?? { value: { take: false, create: false }, version: 0 },
    holdings,
  };
}

/** What loans hold, and what the house has of them. */
export async function readHoldings(db: Queryable): Promise<LoanSettings['holdings']> {
  const { rows } = await db.query<LoanSettings['holdings'][number]>(
    `SELECT kind AS account, ticker AS asset, sum(balance) AS balance FROM ledger_accounts JOIN assets ON assets.id = asset_id
      WHERE kind LIKE 'p2p\\_%' OR kind IN ('fee_p2p', 'gst_payable', 'tds_payable') GROUP BY kind, ticker
      HAVING sum(balance) <> 0 ORDER BY kind, ticker`,
  );
  return rows.map((row) => ({ ...row, balance: stripZeros(row.balance) }));
}
