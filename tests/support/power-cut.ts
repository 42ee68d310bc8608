/**
 * Cutting the power of a Redis: of its append-only file only what was synchronised to the disk is left. A process that is
 * killed loses nothing that it has written, because the kernel keeps it; so strace notes what was written and what of it
 * a completed fdatasync covers, and the file is cut back to that.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { ended, findProgram, until } from '../../scripts/services/process.ts';
import type { LocalServer } from './local-servers.ts';

const attachMsMax = 20_000;

/** Attaching to a process that is not a child needs root on most systems. */
export const canCutPower = findProgram('strace') !== undefined && process.getuid?.() === 0;

/** Watches from now on; call the answer to cut the power. It returns the bytes that were written and are lost. */
export async function watchWrites(redis: LocalServer): Promise<() => Promise<number>> {
  const file = appendOnlyFile(redis.dataDir);
  const log = `${redis.dataDir}.strace`;
  const calls = 'trace=write,fsync,fdatasync';
  // Frozen meanwhile, so that what is not traced is in the length.
  process.kill(redis.pid(), 'SIGSTOP');
  const tracer = spawn('strace', ['-f', '-y', '-s', '0', '-e', calls, '-o', log, '-p', String(redis.pid())], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await attached(tracer);
  const syncedLength = statSync(file).size;
  process.kill(redis.pid(), 'SIGCONT');
  return async () => {
    await redis.kill();
    await ended(tracer);
    const cutTo = lengthOnDisk(readFileSync(log, 'latin1'), file, syncedLength);
    rmSync(log);
    const lost = statSync(file).size - cutTo;
    truncateSync(file, cutTo);
    return lost;
  };
}

/** The file that Redis appends to. */
function appendOnlyFile(dataDir: string): string {
  const folder = join(dataDir, 'appendonlydir');
  const names = readdirSync(folder).filter((name) => name.endsWith('.incr.aof'));
  if (names.length !== 1) throw new Error(`${folder} holds ${names.length} files to append to, not one`);
  return join(folder, names[0] ?? '');
}

async function attached(tracer: ChildProcess): Promise<void> {
  let said = '';
  tracer.stderr?.on('data', (text) => {
    said += String(text);
  });
  await until('strace is attached', () => said.includes('attached'), attachMsMax).catch((cause) => {
    throw new Error(`strace said: ${said}`, { cause });
  });
}

/**
 * How much of the file is on the disk for certain: what had been written when the last completed fdatasync began.
 * @param traced the lines of strace -f -y; a call of one thread may be interrupted by lines of others
 */
export function lengthOnDisk(traced: string, file: string, lengthBefore: number): number {
  let length = lengthBefore;
  let synced = lengthBefore;
  const lengthAtStart = new Map<string, number>();
  const writing = new Set<string>();
  for (const line of traced.split('\n')) {
    const [, thread = '', call = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    const result = Number(/= (-?\d+)/.exec(call)?.[1] ?? 0);
    const isUnfinished = call.endsWith('<unfinished ...>');
    if (/^f(data)?sync\(/.test(call) && call.includes(file)) {
      if (isUnfinished) lengthAtStart.set(thread, length);
      else if (result === 0) synced = length;
    } else if (/^<\.\.\. f(data)?sync resumed>/.test(call)) {
      if (result === 0) synced = Math.max(synced, lengthAtStart.get(thread) ?? 0);
      lengthAtStart.delete(thread);
    } else if (call.startsWith('write(') && call.includes(file)) {
      if (isUnfinished) writing.add(thread);
      else length += Math.max(result, 0);
    } else if (call.startsWith('<... write resumed>') && writing.delete(thread)) {
      length += Math.max(result, 0);
    }
  }
  return synced;
}
