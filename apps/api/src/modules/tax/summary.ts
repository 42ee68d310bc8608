/** Sums of a period. Rupees are rounded to paise here, at the end, half away from zero. */
import { type TaxSummary, taxPeriod } from '@pelican/shared/contracts/tax';
import { stripZeros } from '@pelican/shared/money';
import type { Queryable } from '../../platform/database/index.ts';
import { countKeys, isCounting } from './count-job.ts';
import { dayInIndia, readRules, rulesAt } from './rules.ts';
import { within } from './sql.ts';

interface SumsRow {
  countedUntil: number | null;
  isCounting: boolean;
  isIndian: boolean;
  state: string;
  transfers: number;
  proceeds: string;
  cost: string;
  gain: string;
  loss: string;
  tax: string;
  cess: string;
  unknown: number;
  tds: string;
  income: string;
  fee: string;
  gst: string;
  realisedPnl: string;
  funding: string;
  futuresFees: string;
  other: string;
  net: string;
}

/** Months and days of India in a period that begins and ends with its months. */
const days = `user_id = $1 AND day >= (to_timestamp($2) AT TIME ZONE 'Asia/Kolkata')::date AND day < (to_timestamp($3) AT TIME ZONE 'Asia/Kolkata')::date`;
const futures = (name: string, condition: string) =>
  `(SELECT round(coalesce(sum(value) FILTER (WHERE ${condition}), 0), 2)::text FROM tax_sums WHERE ${days} AND kind = 'futures') AS ${name}`;

const statement = `WITH transferred AS (
    SELECT count(*)::int AS transfers, coalesce(sum(proceeds), 0) AS proceeds, coalesce(sum(cost), 0) AS cost,
        round(coalesce(sum(greatest(proceeds - cost, 0)), 0), 2) AS gain, coalesce(sum(greatest(cost - proceeds, 0)), 0) AS loss,
        count(*) FILTER (WHERE NOT is_known OR valued_by = 'none')::int AS unknown
      FROM tax_disposals WHERE ${within('disposed_at')} AND proceeds IS NOT NULL)
  SELECT transfers, round(proceeds, 2)::text AS proceeds, round(cost, 2)::text AS cost, gain::text AS gain, round(loss, 2)::text AS loss,
      round(gain * $5::numeric, 2)::text AS tax, round(gain * $5::numeric * $6::numeric, 2)::text AS cess, unknown,
      (SELECT floor(extract(epoch FROM counted_until))::float8 FROM tax_cursors WHERE user_id = $1 AND counted_until > 'epoch') AS "countedUntil",
      ${isCounting('$4')} AS "isCounting",
      (SELECT coalesce(kyc_country, country, '') = 'IN' FROM users WHERE id = $1) AS "isIndian",
      coalesce((SELECT state FROM tax_profiles WHERE user_id = $1), '') AS state,
      (SELECT round(coalesce(sum(value) FILTER (WHERE kind = 'deduction'), 0), 2)::text FROM tax_records WHERE ${within('happened_at')}) AS tds,
      (SELECT round(coalesce(sum(value) FILTER (WHERE kind = 'income'), 0), 2)::text FROM tax_records WHERE ${within('happened_at')}) AS income,
      (SELECT round(coalesce(sum(value), 0), 2)::text FROM tax_sums WHERE ${days} AND kind = 'fee') AS fee,
      (SELECT round(coalesce(sum(gst_value), 0), 2)::text FROM tax_sums WHERE ${days} AND kind = 'fee') AS gst,
      ${futures('"realisedPnl"', `source = 'realised_pnl'`)}, ${futures('funding', `source = 'funding'`)},
      ${futures('"futuresFees"', `source = 'fee'`)}, ${futures('other', `source NOT IN ('realised_pnl', 'funding', 'fee')`)},
      ${futures('net', 'true')}
    FROM transferred`;

/** @param now unix seconds */
export async function summarize(
  db: Queryable,
  userId: number,
  { year, quarter }: { year: number; quarter: number | undefined },
  now: number,
): Promise<TaxSummary> {
  const { from, to } = taxPeriod(year, quarter);
  const rules = await readRules(db);
  const day = dayInIndia(new Date(Math.min(to - 1, now) * 1_000));
  const inForce = rulesAt(rules, day);
  const rate = (key: string) => inForce.find((rule) => rule.key === key)?.value ?? '0';
  const { rows } = await db.query<SumsRow>(statement, [
    userId,
    from,
    to,
    countKeys(userId),
    rate('vda_gain'),
    rate('cess'),
  ]);
  const row = rows[0] as SumsRow;
  const money = (text: string) => stripZeros(text);
  return {
    year,
    quarter: quarter ?? null,
    countedUntil: row.countedUntil,
    isCounting: row.isCounting,
    isIndian: row.isIndian,
    state: row.state,
    gains: {
      transfers: row.transfers,
      proceeds: money(row.proceeds),
      cost: money(row.cost),
      gain: money(row.gain),
      loss: money(row.loss),
      tax: money(row.tax),
      cess: money(row.cess),
      unknown: row.unknown,
    },
    tds: money(row.tds),
    income: money(row.income),
    fees: { fee: money(row.fee), gst: money(row.gst) },
    futures: {
      realisedPnl: money(row.realisedPnl),
      funding: money(row.funding),
      fees: money(row.futuresFees),
      other: money(row.other),
      net: money(row.net),
    },
    rules: inForce.filter(({ section }) => section !== ''),
  };
}
