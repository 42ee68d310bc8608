import { until } from '../../../scripts/services/process.ts';
import type { BreakableExchange } from '../../support/breakable-exchange.ts';
import type { Load } from '../shard-under-fault.ts';

const acknowledgedOrders = 40;
const loadMsMax = 60_000;

/** Waits until each shard has taken some more orders. */
export async function loadsGoOn(loads: readonly Load[]): Promise<void> {
  const goals = loads.map((load) => load.acknowledgedCount + acknowledgedOrders);
  await until('the loads go on', () => loads.every((load, i) => load.acknowledgedCount >= (goals[i] ?? 0)), loadMsMax);
}

/** What a test does to a running exchange. The load, the recovery and the checks are the same for all. */
export interface Fault {
  /** Completes "the exchange goes on ...". */
  name: string;
  /** Breaks the exchange, keeps it broken for as long as the fault lasts, and takes the cause away again. */
  strike(exchange: BreakableExchange, loads: readonly Load[]): Promise<void>;
  /** Parts that may end of it and are started again; every other must live through it. */
  mayEnd?: readonly string[];
  /** False where this machine cannot bring the fault about: its test is skipped. Absent: everywhere. */
  isPossible?: boolean;
}

/** Faults that strike one after the other under one load, after which everything is checked. */
export interface FaultGroup {
  name: string;
  faults: readonly Fault[];
}
