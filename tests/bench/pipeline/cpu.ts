/** CPU time of processes and their children, out of /proc. */
import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** Seconds of CPU that the processes and all below them have used. */
export function cpuSeconds(pids: Record<string, number>): Record<string, number> {
  const parents = new Map<number, number>();
  const ticks = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      // The command's name may hold spaces; the fields begin behind its closing parenthesis.
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      parents.set(Number(name), Number(fields[1]));
      ticks.set(Number(name), Number(fields[11]) + Number(fields[12]));
    } catch {
      // The process ended between the listing and the look.
    }
  }
  const result: Record<string, number> = {};
  for (const [part, pid] of Object.entries(pids)) {
    let sum = 0;
    for (const [process, own] of ticks) if (isBelow(process, pid, parents)) sum += own;
    result[part] = sum / ticksPerSecond;
  }
  return result;
}

function isBelow(process: number, ancestor: number, parents: Map<number, number>): boolean {
  for (let at: number | undefined = process; at !== undefined && at > 0; at = parents.get(at)) {
    if (at === ancestor) return true;
  }
  return false;
}
