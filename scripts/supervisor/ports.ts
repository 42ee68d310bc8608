import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, isPortFree } from '../services/process.ts';
import type { SupervisorConfig } from './config.ts';

/**
 * The port of an internal server: the one it had before while that is free, so that it stays the same over restarts.
 * @param findFree gives a port that nothing listens on
 */
export async function keptPort(
  { dataDir, port: site }: Pick<SupervisorConfig, 'dataDir' | 'port'>,
  name: string,
  findFree = freePort,
): Promise<number> {
  const kept = readPorts(dataDir)[name];
  if (kept !== undefined && kept !== site && (await isPortFree(kept, '127.0.0.1'))) return kept;
  const port = await unpromisedPort([site, ...Object.values(readPorts(dataDir))], findFree);
  // Read again: another part may have written its own while this one was looking.
  writeFileSync(portsFile(dataDir), `${JSON.stringify({ ...readPorts(dataDir), [name]: port }, null, 2)}\n`);
  return port;
}

/** A free port that no other server is to listen on: one that has not started yet would find its own taken. */
async function unpromisedPort(promised: readonly number[], findFree: typeof freePort): Promise<number> {
  for (;;) {
    const port = await findFree();
    if (!promised.includes(port)) return port;
  }
}

function readPorts(dataDir: string): Record<string, number> {
  return existsSync(portsFile(dataDir)) ? JSON.parse(readFileSync(portsFile(dataDir), 'utf8')) : {};
}

function portsFile(dataDir: string): string {
  return join(dataDir, 'ports.json');
}
