/** The containers of the drill, by the commands that an operator gives. */
import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from '../supervisor/folders.ts';

/** Runs a program in the project's folder. @throws Error with its output when it fails */
export function run(program: string, args: string[]): Promise<string> {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${program} ${args.join(' ')} ended with ${code}:\n${output.slice(-4_000)}`));
    });
  });
}

export const compose = (...args: string[]): Promise<string> => run('docker', ['compose', ...args]);

/** An operator's command. */
export const ops = (...args: string[]): Promise<string> => compose('run', '--rm', '-T', 'ops', ...args);

/** A statement in Postgres. @returns its rows, columns separated by | */
export async function sql(statement: string): Promise<string> {
  return (await compose('exec', '-T', 'postgres', 'psql', '-U', 'pelican', '-d', 'pelican', '-Atc', statement)).trim();
}

const restartedMsMax = 60_000;

/**
 * kill -9 of everything in a container: its restart policy starts it again, as after a crash.
 * @throws Error when it has not started again after a minute, as when nothing in it has died
 */
export async function kill(part: string): Promise<void> {
  const before = await startOf(part);
  await compose('exec', '-T', part, 'sh', '-c', 'kill -9 -1').catch(() => undefined);
  const endMs = performance.now() + restartedMsMax;
  while ((await startOf(part)) === before) {
    if (performance.now() > endMs) throw new Error(`${part} was not started again after kill -9`);
    await delay(500);
  }
}

/** When the container of a part was started last, as Docker writes it. */
async function startOf(part: string): Promise<string> {
  const id = (await compose('ps', '--all', '--quiet', part)).trim();
  return run('docker', ['inspect', '--format', '{{.State.StartedAt}}', id]);
}

/** Resolves when every part of the exchange is well. @throws Error with the last answer after five minutes */
export async function untilHealthy(url: string): Promise<void> {
  const endMs = performance.now() + 300_000;
  let answer = 'no answer';
  while (performance.now() < endMs) {
    try {
      const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(3_000) });
      if (response.status === 200) return;
      answer = await response.text();
    } catch (error) {
      answer = String(error);
    }
    await delay(500);
  }
  throw new Error(`the exchange did not become healthy: ${answer}`);
}
