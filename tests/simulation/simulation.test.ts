import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const bench = join(import.meta.dirname, '..', 'bench', 'simulate.ts');

/** In processes of their own, because a simulated world replaces the timers of its process. */
test('every simulated world keeps its promises, whatever goes wrong in it', async () => {
  const { stdout } = await run(process.execPath, [bench, '--seeds', '2000']).catch((error) => error);
  expect(stdout.trim()).toBe('{"bench":"simulate","seeds":2000,"failed":0}');
});
