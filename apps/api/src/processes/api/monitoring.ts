/** Routes of those who watch the exchange: its metrics and its health. */
import { firstOfKind } from '@pelican/shared/engine';
import { healthRoutes } from '../../modules/health/index.ts';
import type { HttpServer } from '../../platform/http/index.ts';
import { metricsRoutes } from '../../platform/metrics/index.ts';
import { addRedisMetrics, readCursor } from '../../shards/index.ts';
import { readTickerState } from '../../ticker/index.ts';
import type { ServedParts } from './access.ts';

type MetricsParts = Pick<ServedParts, 'config' | 'pool' | 'redis' | 'spot' | 'perpetual' | 'intake'>;
type HealthParts = MetricsParts & Pick<ServedParts, 'guards' | 'now'>;

/** Before the API is described: /metrics is not a part of it. */
export function serveMetrics(app: HttpServer, parts: MetricsParts): void {
  const { config, pool, redis, spot, perpetual, intake } = parts;
  metricsRoutes(app, config.metricsToken, {
    engineWaiting: () => spot.shards.reduce((sum, { engine }) => sum + engine.waiting, 0),
    openOrders: () => spot.view.orders.size,
    perpetualWaiting: () => perpetual.engine.waiting,
    perpetualOpenOrders: () => perpetual.live.view.orders.size,
    openPositions: () => perpetual.live.view.positions.size,
    shards: config.shards,
    takesOrders: (shard) => intake.closedBecause(shard) === undefined,
    pool,
    addTo: (registry) => addRedisMetrics(registry, redis, config.shards),
  });
}

export function serveHealth(app: HttpServer, parts: HealthParts): void {
  const { config, pool, redis, spot, perpetual, intake, guards, now } = parts;
  healthRoutes(app, guards, {
    pool,
    redis,
    settledPosition: async (shard) => (await readCursor(pool, shard)).position,
    shards: [...spot.shards.map(({ shard }) => shard), firstOfKind(config.shards, 'perpetual')],
    appliedPosition: ({ id }) =>
      (spot.shards.find(({ shard }) => shard.id === id)?.live ?? perpetual.live).view.position,
    intakeClosedBecause: (shard) => intake.closedBecause(shard),
    lastTick: async () => (await readTickerState(redis))?.n,
    operatorToken: config.metricsToken,
    now,
  });
}
