import { setTimeout as delay } from 'node:timers/promises';
import { type Fault, loadsGoOn } from './fault.ts';

const shiftedMs = 4_000;

const shifted = (name: string, milliseconds: number): Fault => ({
  name: `while the clocks of our processes are ${name} and when they come back`,
  async strike(exchange, loads) {
    exchange.shiftClocks(milliseconds);
    await delay(shiftedMs);
    await loadsGoOn(loads);
    exchange.shiftClocks(0);
  },
});

/** Wall clocks as our processes read them; those of Redis and Postgres are right. */
export const clockFaults: readonly Fault[] = [
  shifted('an hour ahead', 3_600_000),
  shifted('ten minutes behind', -600_000),
];
