/** Bundles are made while an exchange runs from the ones before: neither it nor a second build meets half of them. */
import { execFile } from 'node:child_process';
import { appendFileSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyCheckout, removeCheckout } from '../../support/checkout.ts';

const entries = ['apps/api/src/processes/worker.ts', 'apps/engine/src/host/main.ts'];

let checkout: string;
beforeAll(() => {
  checkout = copyCheckout(new Map());
});
afterAll(() => removeCheckout(checkout));

/** In a process of the copy. @returns what `buildServers` answers, and what is then run for the entries */
async function build(): Promise<{ result: string; programs: string[] }> {
  const program = `
    const { buildServers, programOf } = await import('./scripts/supervisor/server-build.ts');
    const result = await buildServers();
    console.log(JSON.stringify({ result, programs: ${JSON.stringify(entries)}.map(programOf) }));
  `;
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { cwd: checkout });
  return JSON.parse(stdout);
}

const foldersOf = (application: string) => readdirSync(join(checkout, application, 'dist'));

/** Each of four builds takes seconds of a processor that others use too. */
const slow = { timeout: 600_000 };

test('two builds at once leave whole bundles, and those before them until the next build', slow, async () => {
  const first = await build();
  expect(first.result).toBe('built');
  expect(first.programs).toEqual([
    expect.stringMatching(/apps\/api\/dist\/\w+\/processes\/worker\.js$/),
    expect.stringMatching(/apps\/engine\/dist\/\w+\/host\/main\.js$/),
  ]);
  expect((await build()).result).toBe('unchanged');

  appendFileSync(join(checkout, 'packages/shared/src/contracts/index.ts'), '\n');
  let missing = 0;
  const watch = setInterval(() => {
    missing += first.programs.filter((program) => !existsSync(program)).length;
  }, 5);
  const [one, other] = await Promise.all([build(), build()]).finally(() => clearInterval(watch));
  expect(missing).toBe(0);
  expect(one).toEqual(other);
  expect(one.programs).not.toEqual(first.programs);
  for (const program of [...first.programs, ...one.programs]) expect(existsSync(program), program).toBe(true);
  for (const application of ['apps/api', 'apps/engine']) expect(foldersOf(application)).toHaveLength(2);

  appendFileSync(join(checkout, 'packages/shared/src/contracts/index.ts'), '\n');
  const third = await build();
  for (const program of [...one.programs, ...third.programs]) expect(existsSync(program), program).toBe(true);
  expect(first.programs.filter((program) => existsSync(program))).toEqual([]);
});
