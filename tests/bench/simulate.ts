/**
 * `npm run bench -- simulate [--seeds N] [--first N] [--jobs N] [--verbose]`: simulated worlds, one a seed (see
 * tests/simulation). Prints each seed that failed and the promises that it broke, and ends in
 * {"bench":"simulate","seeds":N,"failed":N}; the exit code is 1 when a seed failed.
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

/** Runs the seeds one after the other. Returns how many failed. */
async function runSeeds(from: number, count: number): Promise<number> {
  let failed = 0;
  for (let seed = from; seed < from + count; seed++) {
    const broken = await simulate(seed, values.verbose ? (text) => console.log(text) : undefined);
    if (broken.length === 0) continue;
    failed++;
    const more = broken.length > brokenShownMax ? [`and ${broken.length - brokenShownMax} more`] : [];
    console.log(`seed ${seed}: ${[...broken.slice(0, brokenShownMax), ...more].join('\n  ')}`);
  }
  return failed;
}

/** Runs a share of the seeds in a process of its own. Returns how many failed. */
function runShare(from: number, count: number): Promise<number> {
  const args = ['--seeds', String(count), '--first', String(from), '--jobs', '1'];
  return new Promise((resolve, reject) => {
    const child = fork(import.meta.filename, args);
    let failed: number | undefined;
    child.on('message', (message) => {
      failed = Number(message);
    });
    child.on('exit', (code) => {
      if (failed === undefined) reject(new Error(`the seeds from ${from} on ended with ${code}`));
      else resolve(failed);
    });
  });
}

async function runShares(): Promise<number> {
  const size = Math.ceil(seeds / jobs);
  const starts = Array.from({ length: jobs }, (_, job) => job * size).filter((start) => start < seeds);
  const failures = await Promise.all(starts.map((start) => runShare(first + start, Math.min(size, seeds - start))));
  return failures.reduce((sum, failed) => sum + failed, 0);
}

const failed = jobs > 1 ? await runShares() : await runSeeds(first, seeds);
if (process.send) process.send(failed, () => process.exit(failed > 0 ? 1 : 0));
else {
  console.log(JSON.stringify({ bench: 'simulate', seeds, failed }));
  process.exit(failed > 0 ? 1 : 0);
}
