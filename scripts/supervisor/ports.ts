import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, isPortFree } from '../services/process.ts';

/** The port of an internal server: the one it had before while that is free, so that it stays the same over restarts. */
export async function keptPort(dataDir: string, name: string): Promise<number> {
  const kept = readPorts(dataDir)[name];
  if (kept !== undefined && (await isPortFree(kept, '127.0.0.1'))) return kept;
  const port = await freePortBeside(dataDir);
  // Read again: another part may have written its own while this one was looking.
  writeFileSync(portsFile(dataDir), `${JSON.stringify({ ...readPorts(dataDir), [name]: port }, null, 2)}\n`);
  return port;
}

/** None that is promised already: what will listen on it has not begun to. The site's own may lie in the system's range. */
async function freePortBeside(dataDir: string): Promise<number> {
  const promised = [Number(process.env.PORT), ...Object.values(readPorts(dataDir))];
  for (;;) {
    const port = await freePort();
    if (!promised.includes(port)) return port;
  }
}

function readPorts(dataDir: string): Record<string, number> {
  return existsSync(portsFile(dataDir)) ? JSON.parse(readFileSync(portsFile(dataDir), 'utf8')) : {};
}

function portsFile(dataDir: string): string {
  return join(dataDir, 'ports.json');
}
