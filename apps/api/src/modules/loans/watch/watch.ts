/**
 * Loans by the price of their pledge: levels are told of, and what has reached the last one, or stands past its grace, is sold. A price
 * that is not fresh tells of nothing and sells nobody. docs/loans.md, "Levels".
 */
import { debtOf, decide, graceEndsAt, isRunning, type LoanPrice, levelAt, type SaleCause } from '@pelican/shared/loans';
import { formatBigUnits } from '@pelican/shared/money';
import type pg from 'pg';
import { inTransaction, type Queryable } from '../../../platform/database/index.ts';
import { contextOf, type LoanAssets, type StoredLoan, selectLoans } from '../loans.ts';
import { readNow } from '../locked.ts';
import type { LoanPrices } from '../prices.ts';
import { beginSale } from '../sale/begin.ts';
import { isSellable, type SaleCatalog } from '../sale/market.ts';
import { lockLoan, takeStep } from '../steps.ts';
import { beat, nameOf, type Pair } from './heartbeat.ts';

export type WatchAssets = LoanAssets & SaleCatalog;

export interface WatchDeps {
  pool: pg.Pool;
  prices: LoanPrices;
}

const pageMax = 200;
const priceScale = 8;

/**
 * Those that may be pledged, whose prices are followed before there is a loan, and those of loans that run. One look into the index for each
 * pair that has some: there may be very many loans, and few pairs.
 */
const pairsSql = `
  WITH RECURSIVE running AS (
    (SELECT money_id, pledge_id FROM p2p_loans WHERE state IN ('active', 'overdue') ORDER BY money_id, pledge_id LIMIT 1)
    UNION ALL SELECT next.money_id, next.pledge_id FROM running CROSS JOIN LATERAL (
      SELECT money_id, pledge_id FROM p2p_loans
       WHERE state IN ('active', 'overdue') AND (money_id, pledge_id) > (running.money_id, running.pledge_id)
       ORDER BY money_id, pledge_id LIMIT 1) AS next)
  SELECT money_id AS "moneyId", pledge_id AS "pledgeId", bool_or(has) AS "hasLoans"
    FROM (SELECT money_id, pledge_id, true AS has FROM running
      UNION ALL SELECT money.id, coin.id, false FROM p2p_pledges pledge JOIN assets money ON money.ticker = money_ticker
        JOIN assets coin ON coin.ticker = pledge.ticker) AS pairs
   GROUP BY money_id, pledge_id`;

/** What is looked at whatever the price is, as in the index of it. */
const watchedAnyway = `warning_price IS NULL OR notified <> 'ok' OR sale_wanted IS NOT NULL OR overdue_at IS NOT NULL`;
const ofPair = `state IN ('active', 'overdue') AND money_id = $1 AND pledge_id = $2 AND id > $3`;
const reachedSql = `WHERE loan.id IN (
    SELECT id FROM p2p_loans WHERE ${ofPair} AND warning_price >= $4
    UNION ALL SELECT id FROM p2p_loans WHERE ${ofPair} AND (${watchedAnyway}) AND (warning_price IS NULL OR notified <> 'ok' OR sale_wanted IS NOT NULL
      OR overdue_at + make_interval(days => grace_days) <= $5))
  ORDER BY loan.id LIMIT ${pageMax}`;

/**
 * @param asOf in place of the clock, Unix ms
 * @returns how many loans were changed @throws AggregateError after the others
 */
export async function watchLoans({ pool, prices }: WatchDeps, assets: WatchAssets, asOf?: number): Promise<number> {
  const nowOf = async (db: Queryable) => asOf ?? (await readNow(db));
  const { rows: pairs } = await pool.query<Pair & { hasLoans: boolean }>(pairsSql);
  const priceOf = ({ pledgeId, moneyId }: Pair) =>
    prices.of(tickerOf(assets, pledgeId), tickerOf(assets, moneyId)).price;
  const selling = await beat(
    pool,
    pairs.filter((pair) => isSellable(priceOf(pair))),
    await nowOf(pool),
  );
  const failures: unknown[] = [];
  let done = 0;
  for (const pair of pairs) {
    const priceNow = () => priceOf(pair);
    const price = priceNow();
    if (!pair.hasLoans || !price.isFresh) continue;
    const now = await nowOf(pool);
    const sells = selling.has(nameOf(pair));
    await keepPrice(pool, pair, price, now);
    for await (const loan of reached(pool, assets, pair, { price, now })) {
      if (!isChanged(loan, { price, now, sells })) continue;
      const work = inTransaction(pool, async (tx) => {
        const locked = await lockLoan(tx, assets, loan.id);
        const current = priceNow();
        // What has been waited for may have taken a while.
        if (!locked || !current.isFresh) return;
        const known = { price: current, now: await nowOf(tx), sells };
        const cause = causeOf(locked.loan, known);
        if (cause && (await beginSale(tx, assets, locked, { cause, priceNow, at: asOf }))) return;
        if (isTold(locked.loan, known))
          await takeStep(tx, locked, { type: 'watch', price: current }, { at: known.now });
      });
      await work.then(
        () => done++,
        (error: unknown) => failures.push(error),
      );
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} loans could not be watched`);
  return done;
}

function tickerOf(assets: LoanAssets, id: number): string {
  return assets.assetById(id)?.ticker ?? '';
}

type Fresh = Extract<LoanPrice, { isFresh: true }>;

/** For operators and for decisions that need the last index. */
async function keepPrice(
  db: Queryable,
  { moneyId, pledgeId }: Pair,
  { index, watch }: Fresh,
  now: number,
): Promise<void> {
  await db.query(
    `INSERT INTO p2p_prices (money_id, pledge_id, index_price, watch_price, at) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (money_id, pledge_id) DO UPDATE SET index_price = excluded.index_price, watch_price = excluded.watch_price, at = excluded.at`,
    [moneyId, pledgeId, formatBigUnits(index, priceScale), formatBigUnits(watch, priceScale), new Date(now)],
  );
}

interface Known {
  price: Fresh;
  now: number;
  /** Levels and the end of grace sell. */
  sells: boolean;
}

/** Running loans of a pair with which something may be: all others are far from their first level. */
async function* reached(
  pool: pg.Pool,
  assets: LoanAssets,
  { moneyId, pledgeId }: Pair,
  { price, now }: Pick<Known, 'price' | 'now'>,
): AsyncGenerator<StoredLoan> {
  for (let last = 0; ; ) {
    const page = await selectLoans(
      pool,
      assets,
      reachedSql,
      [moneyId, pledgeId, last, formatBigUnits(price.watch, priceScale), new Date(now)],
    );
    yield* page;
    const end = page.at(-1);
    if (!end) return;
    last = end.id;
  }
}

function isChanged(loan: StoredLoan, known: Known): boolean {
  return causeOf(loan, known) !== null || isTold(loan, known);
}

/** Why the pledge is to be sold now; null: it is not. */
function causeOf(loan: StoredLoan, { price, now, sells }: Known): SaleCause | null {
  if (!isRunning(loan) || !isSellable(price)) return null;
  // A decision without its dispute sells nothing, and holds up nothing else.
  if (loan.saleWanted && (loan.saleWanted === 'operator' || loan.isDisputed)) return loan.saleWanted;
  if (!sells) return null;
  if (levelAt(debtOf(loan, now), price.watch) === 'liquidation') return 'level';
  const graceEnd = graceEndsAt(loan);
  return graceEnd !== null && now >= graceEnd ? 'grace' : null;
}

/** Whether the watch has something to tell, or to forget so that it can be told again. */
function isTold(loan: StoredLoan, { price, now }: Known): boolean {
  const decision = decide(
    loan,
    { type: 'watch', price },
    contextOf({ now, money: 0n, coins: 0n, principalTo: 'main' }),
  );
  return decision.refusal === null && decision.loan.notified !== loan.notified;
}
