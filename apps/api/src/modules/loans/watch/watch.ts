/**
 * Compares running loans with the price of their pledge: notifies of warning and call levels, and begins a sale at the liquidation level or
 * after the grace period. Without a fresh price it does nothing. docs/loans.md, "Levels".
 */
import { decide, isRunning, isSaleDue, isSellable, type LoanPrice, type SaleCause } from '@pelican/shared/loans';
import { formatBigUnits } from '@pelican/shared/money';
import type pg from 'pg';
import { inTransaction, type Queryable } from '../../../platform/database/index.ts';
import { contextOf, type LoanAssets, type StoredLoan, selectLoans } from '../loans.ts';
import { readNow } from '../locked.ts';
import type { LoanPrices } from '../prices.ts';
import { beginSale } from '../sale/begin.ts';
import { isOpen, isTradingPaused, type SaleCatalog } from '../sale/market.ts';
import { lockLoan, takeStep } from '../steps.ts';
import { beat, nameOf, type Pair } from './heartbeat.ts';

export type WatchAssets = LoanAssets & SaleCatalog;

export interface WatchDeps {
  pool: pg.Pool;
  prices: LoanPrices;
  /** Of a drill: it leaves no trace in the beats, and nobody is given the time to act that a pause gives. */
  isDrill?: boolean;
}

const pageMax = 200;
const beatMs = 60_000;
const priceScale = 8;

/**
 * Those that may be pledged, whose prices are followed before there is a loan, those of loans that run and those of open sales. One look into the
 * index for each pair that has running loans: there may be very many loans, and few pairs.
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
        JOIN assets coin ON coin.ticker = pledge.ticker
      UNION ALL SELECT money_id, pledge_id, false FROM p2p_sales JOIN p2p_loans loan ON loan.id = loan_id WHERE step <> 'done') AS pairs
   GROUP BY money_id, pledge_id`;

/** What is looked at whatever the price is, as in the index of it. */
const watchedAnyway = `warning_price IS NULL OR notified <> 'ok' OR sale_wanted IS NOT NULL OR overdue_at IS NOT NULL`;
/** Compared as a row, the id is looked for in indexes of the pair alone: behind the last of many pages the primary key seems to have few loans left. */
const ofPair = `state IN ('active', 'overdue') AND money_id = $1 AND pledge_id = $2 AND (money_id, pledge_id, id) > ($1, $2, $3)`;
/** An array: each is looked up by its id, where a join may read all loans in the order of theirs. */
const reachedSql = `WHERE loan.id = ANY (ARRAY(
    SELECT id FROM p2p_loans WHERE ${ofPair} AND warning_price >= $4
    UNION ALL SELECT id FROM p2p_loans WHERE ${ofPair} AND (${watchedAnyway}) AND (warning_price IS NULL OR notified <> 'ok' OR sale_wanted IS NOT NULL
      OR overdue_at + make_interval(days => grace_days) <= $5)))
  ORDER BY loan.id LIMIT ${pageMax}`;

/**
 * @param asOf in place of the clock, Unix ms
 * @returns how many loans were changed @throws AggregateError after the others
 */
export async function watchLoans(
  { pool, prices, isDrill = false }: WatchDeps,
  assets: WatchAssets,
  asOf?: number,
): Promise<number> {
  const nowOf = async (db: Queryable) => asOf ?? (await readNow(db));
  const { rows: pairs } = await pool.query<Pair & { hasLoans: boolean }>(pairsSql);
  const priceOf = ({ pledgeId, moneyId }: Pair) =>
    prices.of(tickerOf(assets, pledgeId), tickerOf(assets, moneyId)).price;
  const isPaused = await isTradingPaused(pool);
  // Who cannot trade the coins can no more act on their price than see one that is lost.
  const canBeSold = (pair: Pair) =>
    !isPaused && isSellable(priceOf(pair)) && isOpen(assets.marketByName(marketNameOf(assets, pair)));
  const beatAll = async () => {
    const sellable = pairs.filter(canBeSold);
    return isDrill ? new Set(sellable.map(nameOf)) : beat(pool, sellable, await nowOf(pool));
  };
  let selling = await beatAll();
  let beatenAt = performance.now();
  /** Of all pairs: a long look at one is no silence of the others. */
  const beatAgain = async () => {
    if (performance.now() - beatenAt < beatMs) return;
    selling = await beatAll();
    beatenAt = performance.now();
  };
  const failures: unknown[] = [];
  let done = 0;
  for (const pair of pairs) {
    const priceNow = () => priceOf(pair);
    const price = priceNow();
    await beatAgain();
    if (!price.isFresh) continue;
    const now = await nowOf(pool);
    // Also while nothing is left but sales: what a decision hands over is counted by the last price.
    await keepPrice(pool, pair, price, now);
    if (!pair.hasLoans) continue;
    for await (const loan of reached(pool, assets, pair, { price, now })) {
      await beatAgain();
      const sells = selling.has(nameOf(pair));
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

function marketNameOf(assets: LoanAssets, { pledgeId, moneyId }: Pair): string {
  return `${tickerOf(assets, pledgeId)}_${tickerOf(assets, moneyId)}`;
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
    const page = await selectLoans(pool, assets, reachedSql, [
      moneyId,
      pledgeId,
      last,
      formatBigUnits(price.watch, priceScale),
      new Date(now),
    ]);
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
  return (['level', 'grace'] as const).find((cause) => isSaleDue(loan, { cause, price, now })) ?? null;
}

/** Whether the notified level has changed: a new level is due, or an old one is reset so that it can be notified again. */
function isTold(loan: StoredLoan, { price, now }: Known): boolean {
  const decision = decide(
    loan,
    { type: 'watch', price },
    contextOf({ now, money: 0n, coins: 0n, principalTo: 'main' }),
  );
  return decision.refusal === null && decision.loan.notified !== loan.notified;
}
