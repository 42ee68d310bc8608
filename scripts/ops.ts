/**
 * `npm run ops -- <command> [arguments]`: the operator's command line, against the exchange that runs on DATA_DIR.
 *
 * Where everything is stands in DATA_DIR/connection.json, which `npm start` writes. What the environment says goes before
 * it, so the same commands work on an exchange of containers.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { generateClient } from '../prisma/generate.ts';
import { root } from './supervisor/folders.ts';

const dataDir = resolve(root, process.env.DATA_DIR || '.data');
const connectionFile = join(dataDir, 'connection.json');
const connection: Record<string, string> = existsSync(connectionFile)
  ? JSON.parse(readFileSync(connectionFile, 'utf8'))
  : {};
const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
const env: NodeJS.ProcessEnv = { ...connection, ...given, DATA_DIR: dataDir, PART: 'ops' };

if (!('DATABASE_URL' in env)) {
  process.stderr.write(
    `No exchange has run on ${dataDir}. Start one (npm start), or set DATA_DIR, or DATABASE_URL and REDIS_URL\n`,
  );
  process.exit(1);
}
await generateClient();
const child = spawn(process.execPath, [join(root, 'apps/api/src/ops/main.ts'), ...process.argv.slice(2)], {
  cwd: root,
  env,
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
