import { setTimeout as delay } from 'node:timers/promises';
import type { Fault } from './fault.ts';

/** Longer than every time-out and than the pauses between attempts: minutes would show nothing else. */
const deadMs = 20_000;
const silentMs = 15_000;

const dead: Fault = {
  name: 'when Postgres is dead for a while',
  async strike({ postgres }) {
    await postgres.kill();
    await delay(deadMs);
    await postgres.restart();
  },
};

const silent: Fault = {
  name: 'when Postgres is silent for a while',
  async strike(exchange) {
    exchange.links.postgres.strike('stall', await exchange.pidsOf(exchange.parts()));
    await delay(silentMs);
    exchange.links.postgres.restore();
  },
};

export const postgresFaults: readonly Fault[] = [dead, silent];
