/** The public methods that only spot has, and those of no venue. */
import type { Pool } from 'pg';
import type { MarketState } from '../../../live/index.ts';
import { periodView, readPeriod } from '../../../live/index.ts';
import type { Methods } from '../calls/call.ts';
import { readInteger, requireCount } from '../calls/params.ts';
import { type PublicMethodsDeps, publicMethods, stateOf } from '../markets/public-methods.ts';
import { HeartbeatStream } from '../streams/heartbeat-stream.ts';
import { dayJson, daySeconds, spotFigures } from './figures.ts';

const periodMax = 604_800;
/** What the figures of a period cost at most: 10,000 trades in memory, or the minutes of a week in Postgres. */
const periodRows = 1_000;
const heartbeatMs = 1_000;

export function spotPublicMethods(deps: PublicMethodsDeps<MarketState> & { pool: Pool }): Methods {
  return {
    ...publicMethods(deps, spotFigures),
    'state.query': async (call) => {
      requireCount(call.params, 2, '[market, period]');
      const state = stateOf(call.params[0], deps);
      const period = readInteger(call.params[1], 'period', 1, periodMax);
      if (period === daySeconds) {
        deps.reads.spend(call);
        call.answerJson(dayJson(state));
        return;
      }
      await deps.reads.answer(call, periodRows, async () => {
        const figures = await readPeriod(deps.pool, state, period, Date.now());
        return JSON.stringify({ period, ...periodView(figures, state.lastPrice, state.market) });
      });
    },
    'heartbeat.subscribe': (call) => {
      call.success();
      const stream = deps.streams.timed('heartbeat', () => new HeartbeatStream(heartbeatMs));
      deps.subscriptions.of(call.connection).heartbeat.add('heartbeat', stream, call.connection.outbound);
    },
    'heartbeat.unsubscribe': (call) => {
      deps.subscriptions.of(call.connection).heartbeat.dropAll(call.connection.outbound);
      call.success();
    },
  };
}
