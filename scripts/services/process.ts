import { type ChildProcess, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { accessSync, closeSync, constants, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** From here up to `ephemeralPorts` nothing but servers of their own choice listens. */
const leastPort = 16_000;
/** The first port that Linux gives to outgoing connections; elsewhere they begin higher. */
const ephemeralPorts = 32_768;

/**
 * A free TCP port on the loopback address, below those that the system gives to outgoing connections: one of these may take the port in the
 * seconds until its server listens, and keep it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(leastPort, ephemeralPorts);
    if (await isPortFree(port, '127.0.0.1')) return port;
  }
}

/** True when the port is free at that address (all addresses when none is given). */
export function isPortFree(port: number, host?: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, ...(host === undefined ? {} : { host }) }, () => server.close(() => resolve(true)));
  });
}

/** The full path of the first of these programs that the PATH has. */
export function findProgram(...names: string[]): string | undefined {
  for (const name of names) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      const file = join(folder, name);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {
        // Not in this folder.
      }
    }
  }
  return undefined;
}

/** True while a process with this id exists (a zombie does not count). */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return true;
  }
}

/** The command line of a process, or undefined when it is unknown. */
export function commandLine(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    const ps = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return ps.status === 0 ? ps.stdout.trim() : undefined;
  }
}

/** Polls until the check answers true; throws with the description when the time is over. */
export async function until(
  description: string,
  check: () => boolean | Promise<boolean>,
  timeoutMs: number,
  intervalMs = 25,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs} ms in vain: ${description}`);
    await delay(intervalMs);
  }
}

/** Sends the signal and waits for the process to be gone; kills it when it takes longer than the grace time. */
export async function stopProcess(pid: number, signal: NodeJS.Signals = 'SIGTERM', graceMs = 10_000): Promise<void> {
  if (!sendSignal(pid, signal)) return;
  try {
    await until(`process ${pid} ends`, () => !isAlive(pid), graceMs);
  } catch {
    sendSignal(pid, 'SIGKILL');
    await until(`process ${pid} ends after SIGKILL`, () => !isAlive(pid), 5_000);
  }
}

/** Sends a signal; false when the process is gone already. */
export function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

/** Resolves when the child has ended, at once when it has ended already. */
export function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once('exit', () => resolve()));
}

/** Writes the process id of a part to its pid file. */
export function writePid(runDir: string, part: string, pid: number): void {
  writeFileSync(join(runDir, `${part}.pid`), `${pid}\n`);
}

/** Removes the process id file of a part that has ended. */
export function removePid(runDir: string, part: string): void {
  rmSync(join(runDir, `${part}.pid`), { force: true });
}

/** Opens the log for appending, hands its descriptor to the function (which spawns with it) and closes our copy. */
export function withLogFile<T>(file: string, use: (descriptor: number) => T): T {
  mkdirSync(dirname(file), { recursive: true });
  const descriptor = openSync(file, 'a', 0o640);
  try {
    return use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The last lines of a log, for a message to a person. */
export function logTail(file: string, lines = 12): string {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
  } catch {
    return '';
  }
}
