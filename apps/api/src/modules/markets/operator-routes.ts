/** Spot markets in the operator console. */
import { marketsOperatorEndpoints, type OperatorMarket } from '@pelican/shared/contracts/markets';
import { loadCatalog } from '../../catalog/index.ts';
import { type OperatorConsole, warningOf } from '../../identity/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { type HttpServer, serve } from '../../platform/http/index.ts';
import { changeMarket } from './operator.ts';

export function marketsOperatorRoutes(app: HttpServer, operators: OperatorConsole): void {
  const { pool, guards } = operators;
  serve(app, guards, marketsOperatorEndpoints, {
    'GET /v2/ops/markets': async () => ({ result: await listMarkets(pool) }),
    'POST /v2/ops/markets/:pair/status': async ({ principal, reply, params: { pair }, body: { status, reason } }) => {
      const given = { payload: { pair, change: { status } }, reason };
      const answer = await operators.submit({ principal, reply }, changeMarket, given);
      return answer.status === 'requested' ? answer : { status: answer.status, warning: warningOf(answer.effect) };
    },
  });
}

/** As they are in Postgres; open orders as far as settlement has come. */
async function listMarkets(pool: Queryable): Promise<OperatorMarket[]> {
  const { markets } = await loadCatalog(pool);
  const { rows } = await pool.query<{ id: number; count: number }>(
    `SELECT market_id AS id, count(*)::int AS count FROM spot_orders WHERE finished_at = 'infinity' GROUP BY market_id`,
  );
  const openOrders = new Map(rows.map(({ id, count }) => [id, count]));
  return markets.map((market) => ({
    id: market.id,
    name: market.name,
    status: market.status,
    openOrders: openOrders.get(market.id) ?? 0,
    priceStep: market.priceStep,
    amountStep: market.amountStep,
    amountMin: market.amountMin,
    amountMax: market.amountMax,
    totalMin: market.totalMin,
    priceMax: market.priceMax,
    priceBandPpm: market.priceBandPpm,
    makerFeePpm: market.makerFeePpm,
    takerFeePpm: market.takerFeePpm,
    gstPpm: market.gstPpm,
    tdsPpm: market.tdsPpm,
    tax: market.tax,
  }));
}
