import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** What settlement tells about itself. */
export class SettlementMetrics {
  readonly registry = new Registry();
  readonly commands = this.counter('settlement_commands_total', 'Commands whose effects were settled');
  readonly deals = this.counter('settlement_deals_total', 'Deals written');
  readonly transactions = this.counter('settlement_transactions_total', 'Transactions committed');
  readonly failures = this.counter('settlement_failures_total', 'Runs that ended with an error and were begun again');
  readonly position = new Gauge({
    name: 'settlement_position_seconds',
    help: 'Time of the newest settled journal entry',
    registers: [this.registry],
  });
  readonly transactionSeconds = new Histogram({
    name: 'settlement_transaction_seconds',
    help: 'From the begin to the commit of a transaction',
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5],
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  private counter(name: string, help: string): Counter {
    return new Counter({ name, help, registers: [this.registry] });
  }
}
