/**
 * When processors are short, those who acknowledge orders go first: the journal holds what they took, and settlement
 * catches up afterwards. On one machine that needs both settlement and its Postgres connection to give way.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import type pg from 'pg';

/**
 * Far enough behind the others to matter, with a tenth of a processor left to go on with when something else keeps all of
 * them busy: at 19, a seventieth, settlement falls behind for as long as that lasts.
 */
const niceness = 10;

function lower(pid: number): void {
  setPriority(pid, niceness);
  // Linux shares processors between sessions first (autogroups), so the leader of one must lower its whole session.
  if (process.platform === 'linux' && isSessionLeader(pid)) writeFileSync(`/proc/${pid}/autogroup`, String(niceness));
}

function isSessionLeader(pid: number): boolean {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const [, , , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(session) === pid;
}

/** Gives way where the system allows it; what it forbids (another user's process, a container's) stays as it is. */
export function yieldProcessor(pid: number): void {
  try {
    lower(pid);
  } catch {
    // The priority only decides who waits when processors are short.
  }
}

/** Does so for the server's end of a connection, when that is a process of this machine. */
export async function yieldConnection(client: pg.Client): Promise<void> {
  if (!['127.0.0.1', '::1', 'localhost'].includes(client.host)) return;
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  if (rows[0]) yieldProcessor(rows[0].pid);
}
