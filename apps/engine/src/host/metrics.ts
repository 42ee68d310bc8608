/** Figures of the engine for Prometheus and the health check. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** `waiting`: for the quarantine of a command that cannot be applied. */
export type Role = 'starting' | 'standby' | 'leader' | 'waiting' | 'stopping';

export class EngineMetrics {
  readonly registry = new Registry();
  readonly seq = new Gauge({
    name: 'engine_seq',
    help: 'Commands applied since the first one',
    registers: [this.registry],
  });
  readonly positionSeconds = new Gauge({
    name: 'engine_position_seconds',
    help: 'Unix time of the newest journal entry applied',
    registers: [this.registry],
  });
  readonly isLeader = new Gauge({
    name: 'engine_leader',
    help: '1 while this process publishes, 0 while it stands by',
    registers: [this.registry],
  });
  readonly lagSeconds = new Gauge({
    name: 'engine_lag_seconds',
    help: 'Age of the newest journal entry when it was applied',
    registers: [this.registry],
  });
  readonly backlogEntries = new Gauge({
    name: 'engine_publish_backlog_entries',
    help: 'Event entries that are not known to be published',
    registers: [this.registry],
  });
  readonly publicationGaps = new Counter({
    name: 'engine_publication_gaps_total',
    help: 'Times that Redis had lost published events, so that the shard was recovered to publish them again',
    registers: [this.registry],
  });
  readonly openOrders = new Gauge({
    name: 'engine_open_orders',
    help: 'Orders on the books',
    registers: [this.registry],
  });
  readonly commands = new Counter({
    name: 'engine_commands_total',
    help: 'Commands applied by this process',
    registers: [this.registry],
  });
  readonly batchSeconds = new Histogram({
    name: 'engine_apply_batch_seconds',
    help: 'Time to apply one batch of journal entries',
    buckets: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
    registers: [this.registry],
  });
  readonly commandSeconds = new Histogram({
    name: 'engine_apply_command_seconds',
    help: 'Time to apply one command, as the mean of its batch',
    buckets: [1e-7, 2.5e-7, 5e-7, 1e-6, 2.5e-6, 5e-6, 1e-5, 2.5e-5, 1e-4, 1e-3],
    registers: [this.registry],
  });
  readonly snapshotSeconds = new Gauge({
    name: 'engine_snapshot_seconds',
    help: 'Time that the last snapshot took in its own thread',
    registers: [this.registry],
  });

  constructor(shard: string) {
    this.registry.setDefaultLabels({ shard });
    collectDefaultMetrics({ register: this.registry });
  }
}
