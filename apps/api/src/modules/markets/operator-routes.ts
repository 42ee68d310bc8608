/** Spot markets in the operator console. */
import { marketsOperatorEndpoints } from '@pelican/shared/contracts/markets';
import { type OperatorCall, type OperatorConsole, outcomeOf, outcomeWith, warningOf } from '../../identity/index.ts';
import { type HttpServer, serve } from '../../platform/http/index.ts';
import { figuresInput } from '../../shards/index.ts';
import { listMarket, newMarketOf } from './list-market.ts';
import { cancelOpening, scheduleOpening } from './openings.ts';
import { changeMarket, type MarketChangePayload } from './operator.ts';
import { listMarkets } from './view.ts';

export function marketsOperatorRoutes(app: HttpServer, operators: OperatorConsole): void {
  const { pool, guards } = operators;
  const submitChange = async (call: OperatorCall, payload: MarketChangePayload, reason: string | undefined) => {
    const answer = await operators.submit(call, changeMarket, { payload, reason });
    return answer.status === 'requested' ? answer : { status: answer.status, warning: warningOf(answer.effect) };
  };
  serve(app, guards, marketsOperatorEndpoints, {
    'GET /v2/ops/markets': () => listMarkets(pool),
    'POST /v2/ops/markets': async ({ principal, reply, body: { market, asset, reason } }) => {
      const payload = newMarketOf(market, asset);
      return outcomeWith(
        await operators.submit({ principal, reply }, listMarket, { payload, reason }),
        (listed) => listed,
      );
    },
    'POST /v2/ops/markets/:pair/opening': async ({ principal, reply, params: { pair }, body }) => {
      const payload = { pair, openAt: body.open_at, before: body.before };
      return outcomeOf(await operators.submit({ principal, reply }, scheduleOpening, { payload, reason: body.reason }));
    },
    'DELETE /v2/ops/markets/:pair/opening': async ({ principal, reply, params, body: { reason } }) =>
      outcomeOf(await operators.submit({ principal, reply }, cancelOpening, { payload: params, reason })),
    'POST /v2/ops/markets/:pair/status': ({ principal, reply, params: { pair }, body: { status, reason } }) =>
      submitChange({ principal, reply }, { pair, change: { status } }, reason),
    'POST /v2/ops/markets/:pair/change': ({ principal, reply, params: { pair }, body: { change, before, reason } }) =>
      submitChange({ principal, reply }, { pair, change, before: figuresInput.parse(before) }, reason),
  });
}
