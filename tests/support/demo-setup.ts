import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder that `startExchange` copies where it is to start a demo; undefined in suites that make none. */
    preparedDemo: string | undefined;
  }
}

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');

/** Once a run: a demo whose servers are filled. Making each file's anew was half of the processor time of its start. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pelican-demo-'));
  await run(process.execPath, ['tests/support/prepare-demo.ts', folder], { cwd: root });
  project.provide('preparedDemo', folder);
  return () => rm(folder, { recursive: true, force: true });
}
