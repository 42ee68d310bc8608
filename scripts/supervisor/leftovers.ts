/** What an earlier run left behind when it was killed: its lock, its processes, their pid files. */
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine, isAlive, stopProcess, writePid } from '../services/process.ts';
import { say } from './log.ts';
import { StartError } from './start-error.ts';

/** Stopped last: the others still write to them. */
const servers = ['redis', 'postgres'];

/** True while a supervisor works in the folder. */
export function isRunning(runDir: string): boolean {
  const supervisor = readPid(runDir, 'supervisor');
  return supervisor !== undefined && isAlive(supervisor) && commandLine(supervisor)?.includes('scripts/') === true;
}

/** Makes this process the one that runs on DATA_DIR, after stopping what a killed run has left there. */
export async function takeOver(dataDir: string, runDir: string): Promise<void> {
  mkdirSync(runDir, { recursive: true });
  if (isRunning(runDir)) {
    const supervisor = readPid(runDir, 'supervisor');
    throw new StartError(`Pelican runs on ${dataDir} already (pid ${supervisor}). Stop it, or set DATA_DIR and PORT`);
  }
  writePid(runDir, 'supervisor', process.pid);
  const parts = readdirSync(runDir)
    .filter((file) => file.endsWith('.pid') && file !== 'supervisor.pid')
    .map((file) => file.slice(0, -'.pid'.length));
  const applications = parts.filter((part) => !servers.includes(part));
  await Promise.all(applications.map((part) => stopLeftover(dataDir, runDir, part)));
  for (const part of servers) await stopLeftover(dataDir, runDir, part);
}

async function stopLeftover(dataDir: string, runDir: string, part: string): Promise<void> {
  const pid = readPid(runDir, part);
  if (pid !== undefined && isAlive(pid) && belongsTo(pid, dataDir)) {
    say(`Stopping ${part} (pid ${pid}), left over from a run that was killed`);
    await stopProcess(pid, part === 'postgres' ? 'SIGINT' : 'SIGTERM', 10_000);
  }
  rmSync(join(runDir, `${part}.pid`), { force: true });
}

/** Process ids are used again: only a process that works on this DATA_DIR is ours to stop. */
function belongsTo(pid: number, dataDir: string): boolean {
  if (commandLine(pid)?.includes(dataDir)) return true;
  try {
    if (readlinkSync(`/proc/${pid}/cwd`).startsWith(dataDir)) return true;
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`DATA_DIR=${dataDir}`);
  } catch {
    // No /proc on this system: its command line has to be enough.
    return /apps\/(api|engine)|redis-server|valkey-server/.test(commandLine(pid) ?? '');
  }
}

function readPid(runDir: string, part: string): number | undefined {
  const file = join(runDir, `${part}.pid`);
  if (!existsSync(file)) return undefined;
  const pid = Number(readFileSync(file, 'utf8'));
  return Number.isSafeInteger(pid) && pid > 1 ? pid : undefined;
}
