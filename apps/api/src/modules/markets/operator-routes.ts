/** Spot markets in the operator console. */
import { DomainError } from '@pelican/shared/contracts';
import { marketsOperatorEndpoints, type OperatorMarket } from '@pelican/shared/contracts/markets';
import { z } from 'zod';
import { type CatalogAsset, listingRefused, loadCatalog } from '../../catalog/index.ts';
import { type OperatorCall, type OperatorConsole, outcomeOf, outcomeWith, warningOf } from '../../identity/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { type HttpServer, serve } from '../../platform/http/index.ts';
import { type ListingFile, listingFile } from './listing-input.ts';
import { cancelOpening, readOpenings, scheduleOpening } from './openings.ts';
import { addListings, changeMarket, type MarketChangePayload } from './operator.ts';

type ListedAsset = Pick<CatalogAsset, 'ticker' | 'label'>;

export function marketsOperatorRoutes(app: HttpServer, operators: OperatorConsole): void {
  const { pool, guards } = operators;
  const submitChange = async (call: OperatorCall, payload: MarketChangePayload, reason: string | undefined) => {
    const answer = await operators.submit(call, changeMarket, { payload, reason });
    return answer.status === 'requested' ? answer : { status: answer.status, warning: warningOf(answer.effect) };
  };
  serve(app, guards, marketsOperatorEndpoints, {
    'GET /v2/ops/markets': () => listMarkets(pool),
    'POST /v2/ops/markets': async ({ principal, reply, body: { market, asset, reason } }) => {
      await demandUnlisted(pool, market.name, asset?.ticker);
      const payload = listingOf(market, asset);
      const answer = await operators.submit({ principal, reply }, addListings, { payload, reason });
      return outcomeWith(answer, ({ listed }) => {
        const id = listed.find(({ name }) => name === market.name)?.id;
        if (id === undefined) throw alreadyListed({ name: ['It is listed already'] });
        return { id };
      });
    },
    'POST /v2/ops/markets/:pair/opening': async ({ principal, reply, params: { pair }, body }) => {
      const payload = { pair, openAt: body.open_at };
      return outcomeOf(await operators.submit({ principal, reply }, scheduleOpening, { payload, reason: body.reason }));
    },
    'DELETE /v2/ops/markets/:pair/opening': async ({ principal, reply, params, body: { reason } }) =>
      outcomeOf(await operators.submit({ principal, reply }, cancelOpening, { payload: params, reason })),
    'POST /v2/ops/markets/:pair/status': ({ principal, reply, params: { pair }, body: { status, reason } }) =>
      submitChange({ principal, reply }, { pair, change: { status } }, reason),
    'POST /v2/ops/markets/:pair/change': ({ principal, reply, params: { pair }, body: { change, reason } }) =>
      submitChange({ principal, reply }, { pair, change }, reason),
  });
}

/** As they are in Postgres; open orders as far as settlement has come. */
async function listMarkets(pool: Queryable): Promise<{ result: OperatorMarket[]; assets: ListedAsset[] }> {
  const { markets, assets } = await loadCatalog(pool);
  const openings = await readOpenings(pool);
  const { rows } = await pool.query<{ id: number; count: number }>(
    `SELECT market_id AS id, count(*)::int AS count FROM spot_orders WHERE finished_at = 'infinity' GROUP BY market_id`,
  );
  const openOrders = new Map(rows.map(({ id, count }) => [id, count]));
  const result = markets.map((market) => ({
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
    serviceFeePpm: market.serviceFeePpm,
    serviceFeeBuyPpm: market.serviceFeeBuyPpm,
    gstPpm: market.gstPpm,
    tdsPpm: market.tdsPpm,
    tax: market.tax,
    selfTrade: market.selfTrade,
    isNew: market.isNew,
    opensAt: openings.get(market.id)?.openAt ?? null,
    openingProblem: openings.get(market.id)?.problem ?? null,
  }));
  return { result, assets: assets.map(({ ticker, label }) => ({ ticker, label })) };
}

/** Of two that list the same at once the second one changes nothing. @throws DomainError invalid_argument */
async function demandUnlisted(pool: Queryable, name: string, ticker: string | undefined): Promise<void> {
  const { markets, assets } = await loadCatalog(pool);
  const fields: Record<string, string[]> = {};
  if (markets.some((market) => market.name === name)) fields.name = ['It is listed already'];
  if (assets.some((asset) => asset.ticker === ticker)) fields.ticker = ['It is listed already'];
  if (Object.keys(fields).length > 0) throw alreadyListed(fields);
}

function alreadyListed(fields: Record<string, string[]>): DomainError {
  return new DomainError('invalid_argument', { message: 'It is listed already', fields });
}

/** A market begins closed: opening it takes two. */
function listingOf(market: object, asset: object | null): ListingFile {
  const file = { assets: asset === null ? [] : [asset], markets: [{ ...market, status: 'closed' }] };
  const { data, error } = listingFile.safeParse(file);
  if (!data) throw listingRefused(z.prettifyError(error));
  return data;
}
