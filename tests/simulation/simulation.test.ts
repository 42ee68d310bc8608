import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const bench = join(import.meta.dirname, '..', 'bench', 'simulate.ts');

/** In processes of their own, because a simulated world replaces the timers of its process. */
test('every simulated world keeps its promises, whatever goes wrong in it', async () => {
  const { stdout } = await run(process.execPath, [bench, '--seeds', '2000']).catch((error) => error);
  const lines: string[] = stdout.trim().split('\n');
  const met = lines.find((line) => line.startsWith('{"met"')) ?? '{}';
  expect(lines.filter((line) => line !== met)).toEqual(['{"bench":"simulate","seeds":2000,"failed":0}']);
  expect(JSON.parse(met).met.continuedRounds, 'rounds are cut into commands').toBeGreaterThan(0);
});
