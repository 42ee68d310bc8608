/** Figures for Prometheus. */

import { DomainError } from '@pelican/shared/contracts';
import type { Shard } from '@pelican/shared/engine';
import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { HttpServer } from '../http/index.ts';
import { isOperatorRequest } from '../http/index.ts';
import { subscriptionErrors } from '../redis/index.ts';
import { processMetrics } from './process-metrics.ts';

export interface ProcessFigures {
  /** Commands that wait for the engine's answer. */
  engineWaiting(): number;
  openOrders(): number;
  perpetualWaiting(): number;
  perpetualOpenOrders(): number;
  openPositions(): number;
  shards: readonly Shard[];
  takesOrders(shard: Shard): boolean;
  pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;
  /** Adds figures of higher floors. */
  addTo(registry: Registry): void;
}

/** Counts requests by route and status, and serves GET /metrics to this machine and to callers with the token. */
export function metricsRoutes(app: HttpServer, token: string | undefined, figures: ProcessFigures): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const metric of processMetrics) registry.registerMetric(metric);
  registry.registerMetric(subscriptionErrors);
  figures.addTo(registry);
  poolGauge(registry, figures.pool);
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Answered requests',
    labelNames: ['route', 'method', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte in to the last byte out',
    labelNames: ['route'],
    buckets: [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  });
  gauge(registry, 'engine_commands_waiting', 'Commands without an answer of the engine', figures.engineWaiting);
  gauge(registry, 'open_orders', 'Open orders in the live view', figures.openOrders);
  gauge(
    registry,
    'perpetual_commands_waiting',
    'Commands without an answer of the perpetual engine',
    figures.perpetualWaiting,
  );
  gauge(registry, 'perpetual_open_orders', 'Open perpetual orders in the live view', figures.perpetualOpenOrders);
  gauge(registry, 'perpetual_positions', 'Open positions in the live view', figures.openPositions);
  new Gauge({
    name: 'intake_open',
    help: '1 while the shard takes new orders, 0 while it refuses them as overloaded',
    labelNames: ['shard'],
    registers: [registry],
    collect() {
      for (const shard of figures.shards) this.set({ shard: shard.name }, figures.takesOrders(shard) ? 1 : 0);
    },
  });
  app.addHook('onResponse', (request, reply, next) => {
    const route = request.routeOptions.url ?? 'unknown';
    requests.inc({ route, method: request.method, status: reply.statusCode });
    durations.observe({ route }, reply.elapsedTime / 1000);
    next();
  });
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!isOperatorRequest(request, token)) throw new DomainError('not_found');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function poolGauge(registry: Registry, pool: ProcessFigures['pool']): void {
  new Gauge({
    name: 'database_pool',
    help: 'Connections of the pool that are busy or idle, and callers that wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
}

function gauge(registry: Registry, name: string, help: string, read: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
}
