import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Figures of a shard's settlement for Prometheus. */
export class SettlementMetrics {
  readonly registry = new Registry();
  readonly commands = this.counter('settlement_commands_total', 'Commands whose effects were settled');
  readonly trades = this.counter('settlement_trades_total', 'Trades written');
  readonly transactions = this.counter('settlement_transactions_total', 'Transactions committed');
  readonly failures = this.counter('settlement_failures_total', 'Runs that ended with an error and were begun again');
  readonly liquidations = this.counter('settlement_liquidations_total', 'Steps of liquidations written');
  readonly deleveragings = this.counter('settlement_deleveragings_total', 'Positions reduced by auto-deleveraging');
  readonly position = new Gauge({
    name: 'settlement_position_timestamp_seconds',
    help: 'Unix time of the newest settled journal entry; settlement_lag_seconds of the API is its age',
    registers: [this.registry],
  });
  readonly transactionSeconds = new Histogram({
    name: 'settlement_transaction_seconds',
    help: 'From the begin to the commit of a transaction',
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5],
    registers: [this.registry],
  });

  constructor(shard: string) {
    this.registry.setDefaultLabels({ shard });
    collectDefaultMetrics({ register: this.registry });
  }

  private counter(name: string, help: string): Counter {
    return new Counter({ name, help, registers: [this.registry] });
  }
}
