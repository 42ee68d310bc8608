/** How much one operator adjusts in 24 hours, whoever approves it. */
import { DomainError } from '@pelican/shared/contracts';
import type { Transaction } from '../../platform/database/index.ts';

const countMax = 20;
const usdMax = 100_000;
/** Closes of minutes that are older say nothing of an asset's price. */
const priceDays = 7;

/** Dollars of one unit: by the market in USDT, or in rupees; null without either. */
const usdPrice = `CASE WHEN asset.ticker = 'USDT' THEN 1 ELSE coalesce(
    (${lastClose('asset.ticker', `'USDT'`)}),
    CASE WHEN asset.ticker = 'INR' THEN 1 ELSE (${lastClose('asset.ticker', `'INR'`)}) END / nullif((${lastClose(`'USDT'`, `'INR'`)}), 0)) END`;

function lastClose(base: string, quote: string): string {
  return `SELECT close FROM markets JOIN klines ON market_id = markets.id AND "interval" = 60
    JOIN assets one ON one.id = base_asset_id JOIN assets other ON other.id = quote_asset_id
    WHERE one.ticker = ${base} AND other.ticker = ${quote} AND open_time > extract(epoch FROM now())::integer - ${priceDays * 86_400}
    ORDER BY open_time DESC LIMIT 1`;
}

/**
 * With what the operator has adjusted in 24 hours it stays within both limits; an asset without a price counts by number alone.
 * @returns its value in dollars; null without a price
 * @throws DomainError too_many_requests
 */
export async function demandWithinDay(
  tx: Transaction,
  { actor, assetId, amount }: { actor: string; assetId: number; amount: string },
): Promise<string | null> {
  // Two requests of one operator at once would each not know of the other.
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`adjustments:${actor}`]);
  const { rows } = await tx.query<{ usdValue: string | null; isWithin: boolean }>(
    `WITH given AS (SELECT trim_scale(round($3::numeric * ${usdPrice}, 2)) AS usd FROM assets asset WHERE asset.id = $2),
      before AS (SELECT count(*) AS count, coalesce(sum((details ->> 'usdValue')::numeric), 0) AS usd FROM audit_records
        WHERE actor = $1 AND action = 'wallet.adjusted' AND created_at > now() - interval '24 hours')
     SELECT given.usd::text AS "usdValue", before.count < ${countMax} AND before.usd + coalesce(given.usd, 0) <= ${usdMax} AS "isWithin"
       FROM given, before`,
    [actor, assetId, amount],
  );
  const { usdValue = null, isWithin = false } = rows[0] ?? {};
  if (isWithin) return usdValue;
  throw new DomainError('too_many_requests', {
    message: `An operator adjusts ${countMax} times and ${usdMax} dollars in 24 hours at most.`,
  });
}
