/** Parts of the exchange that are killed with -9 while clients go on. */
import { isAlive, until } from '../../../scripts/services/process.ts';
import type { RunningExchange } from '../../support/exchange.ts';
import { diceOf } from './client.ts';

interface Killing {
  exchange: RunningExchange;
  victims: readonly string[];
  seed: number;
  /** How many there are to be in all. */
  operations: number;
  /** How many there have been. */
  done: () => number;
}

async function kill(exchange: RunningExchange, part: string): Promise<void> {
  const pid = await exchange.kill(part);
  await until(`${part} is dead`, () => !isAlive(pid), 5_000);
  await exchange.restarted(part, pid);
}

/**
 * Each at its share of the operations, in the order of the seed.
 * @param afterEach runs when the part runs again
 * @returns the parts in their order
 */
export async function killInTurn(
  { exchange, victims, seed, operations, done }: Killing,
  afterEach: () => Promise<void> = async () => undefined,
): Promise<string[]> {
  const dice = diceOf(seed);
  const order = victims.map((part) => ({ part, at: dice() })).toSorted((one, other) => one.at - other.at);
  for (const [place, { part }] of order.entries()) {
    const from = ((place + 1) * operations) / (order.length + 1);
    while (done() < from) await new Promise((resolve) => setTimeout(resolve, 20));
    await kill(exchange, part);
    await afterEach();
  }
  return order.map(({ part }) => part);
}

export async function isHealthy({ url }: RunningExchange): Promise<boolean> {
  try {
    return (await fetch(`${url}/health`, { signal: AbortSignal.timeout(2_000) })).status === 200;
  } catch {
    return false;
  }
}
