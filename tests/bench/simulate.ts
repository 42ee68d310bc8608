/**
 * `npm run bench -- simulate [--seeds N] [--first N] [--jobs N] [--verbose]`: simulated worlds, one a seed (see
 * tests/simulation). Prints each seed that failed and the promises that it broke, then how often what is rare was met, and
 * ends in {"bench":"simulate","seeds":N,"failed":N}; the exit code is 1 when a seed failed.
 */
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { simulate } from '../simulation/simulate.ts';

const brokenShownMax = 5;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '2000' },
    first: { type: 'string', default: '1' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    verbose: { type: 'boolean', default: false },
  },
});
const seeds = Number(values.seeds);
const first = Number(values.first);
const jobs = values.verbose ? 1 : Math.min(Number(values.jobs), seeds);

interface Tally {
  failed: number;
  continuedRounds: number;
}

/** Runs the seeds one after the other. */
async function runSeeds(from: number, count: number): Promise<Tally> {
  const tally: Tally = { failed: 0, continuedRounds: 0 };
  for (let seed = from; seed < from + count; seed++) {
    const { broken, continuedRounds } = await simulate(seed, values.verbose ? (text) => console.log(text) : undefined);
    tally.continuedRounds += continuedRounds;
    if (broken.length === 0) continue;
    tally.failed++;
    const more = broken.length > brokenShownMax ? [`and ${broken.length - brokenShownMax} more`] : [];
    console.log(`seed ${seed}: ${[...broken.slice(0, brokenShownMax), ...more].join('\n  ')}`);
  }
  return tally;
}

/** Runs a share of the seeds in a process of its own. */
function runShare(from: number, count: number): Promise<Tally> {
  const args = ['--seeds', String(count), '--first', String(from), '--jobs', '1'];
  return new Promise((resolve, reject) => {
    const child = fork(import.meta.filename, args);
    let tally: Tally | undefined;
    child.on('message', (message) => {
      tally = message as Tally;
    });
    child.on('exit', (code) => {
      if (tally === undefined) reject(new Error(`the seeds from ${from} on ended with ${code}`));
      else resolve(tally);
    });
  });
}

async function runShares(): Promise<Tally> {
  const size = Math.ceil(seeds / jobs);
  const starts = Array.from({ length: jobs }, (_, job) => job * size).filter((start) => start < seeds);
  const tallies = await Promise.all(starts.map((start) => runShare(first + start, Math.min(size, seeds - start))));
  return tallies.reduce((sum, { failed, continuedRounds }) => ({
    failed: sum.failed + failed,
    continuedRounds: sum.continuedRounds + continuedRounds,
  }));
}

const tally = jobs > 1 ? await runShares() : await runSeeds(first, seeds);
if (process.send) process.send(tally, () => process.exit(tally.failed > 0 ? 1 : 0));
else {
  const { failed, continuedRounds } = tally;
  console.log(JSON.stringify({ met: { continuedRounds } }));
  console.log(JSON.stringify({ bench: 'simulate', seeds, failed }));
  process.exit(failed > 0 ? 1 : 0);
}
