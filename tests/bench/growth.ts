/**
 * npm run bench -- growth
 *
 * What an order costs the spot core when only one dimension grows: markets from 1 to 100, users from 10^4 to 10^6, resting
 * orders from 10^2 to 10^5. All sizes take a pass in turn; a ratio is of two passes of one round. The last line is JSON.
 */
import { type GrowthJobs, startSize } from './growth/run.ts';
import type { Size } from './growth/stream.ts';
import { alternate, type Contender } from './shared/contender.ts';
import { ratioSpread, spreadOf } from './shared/spread.ts';

/** In which the compiler finishes and the first orders are replaced; not counted. */
const warmUpRounds = 2;
const rounds = 5;

const base: Size = { markets: 1, users: 10_000, resting: 10_000 };
const sizes = {
  base,
  markets: { ...base, markets: 100 },
  users: { ...base, users: 1_000_000 },
  thin: { ...base, resting: 100 },
  deep: { ...base, resting: 100_000 },
};
const growths = {
  markets1to100: ['base', 'markets'],
  users1e4to1e6: ['base', 'users'],
  resting1e2to1e5: ['thin', 'deep'],
} as const;

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function measure(contenders: readonly Contender<GrowthJobs>[]): Promise<Map<string, number[]>> {
  const passes = contenders.map((contender) => () => contender.run('cost'));
  await alternate(warmUpRounds, passes);
  const costs = await alternate(rounds, passes);
  for (const contender of contenders) await contender.run('check');
  return new Map(Object.keys(sizes).map((name, index) => [name, costs[index] ?? []]));
}

function report(costs: Map<string, number[]>): void {
  for (const [name, values] of costs) {
    const { min, median, max } = spreadOf(values);
    say(`${name} ${JSON.stringify(sizes[name as keyof typeof sizes])}: ${median} ns an order (${min} to ${max})`);
  }
  const spread = Object.fromEntries(
    Object.entries(growths).map(([name, [from, to]]) => [
      name,
      ratioSpread(costs.get(to) ?? [], costs.get(from) ?? [], 2),
    ]),
  );
  const costRatio = Object.fromEntries(Object.entries(spread).map(([name, { median }]) => [name, median]));
  say(JSON.stringify({ bench: 'growth', costRatio, spread }));
}

const contenders = Object.values(sizes).map(startSize);
try {
  report(await measure(contenders));
} finally {
  for (const contender of contenders) contender.stop();
}
