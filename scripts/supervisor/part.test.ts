import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { isAlive, sendSignal, until } from '../services/process.ts';
import { Part } from './part.ts';

/** A part whose process runs a line of JavaScript. */
function makePart(script: string) {
  const folder = mkdtempSync(join(tmpdir(), 'pelican-part-'));
  const children: ChildProcess[] = [];
  const part = new Part({
    name: 'sample',
    runDir: folder,
    logFile: join(folder, 'sample.log'),
    log: pino({ level: 'silent' }),
    launch: async () => {
      const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
      children.push(child);
      // A process that has not got as far as its script dies of every signal, whatever the script does about them.
      await new Promise((resolve) => child.stdout.once('data', resolve));
      return child;
    },
    stopSignal: 'SIGTERM',
    killSignal: 'SIGKILL',
    stopGraceMs: 300,
  });
  onTestFinished(async () => {
    await part.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const pidFile = join(folder, 'sample.pid');
  const pid = () => (existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : undefined);
  const runningPid = () => {
    const now = pid();
    if (now === undefined) throw new Error('The part has no process id');
    return now;
  };
  return { part, pid, runningPid, children };
}

const runForever = 'console.log(1); setInterval(() => {}, 1000)';

test('a part that is killed is started again under a new process id', async () => {
  const { part, pid, runningPid } = makePart(runForever);
  await part.start();
  const first = runningPid();
  sendSignal(first, 'SIGKILL');
  await until('a new process', () => pid() !== undefined && pid() !== first, 5_000);
  expect(isAlive(runningPid())).toBe(true);
});

test('a part that keeps dying is started ever more seldom', async () => {
  const { part, children } = makePart('console.log(1); process.exit(3)');
  const startedAt = performance.now();
  await part.start();
  await until('three restarts', () => children.length >= 4, 10_000);
  expect(performance.now() - startedAt).toBeGreaterThan(200 + 400 + 800);
});

test('a stopped part stays down and leaves no process id behind', async () => {
  const { part, pid, runningPid, children } = makePart(runForever);
  await part.start();
  const first = runningPid();
  await part.stop();
  expect(isAlive(first)).toBe(false);
  expect(pid()).toBeUndefined();
  expect(children).toHaveLength(1);
});

test('a part that does not listen to its signal is killed', async () => {
  const { part, runningPid } = makePart(`process.on('SIGTERM', () => {}); ${runForever}`);
  await part.start();
  const first = runningPid();
  await part.stop();
  expect(isAlive(first)).toBe(false);
});
