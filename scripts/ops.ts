/**
 * `npm run ops -- <command> [arguments]`: the operator's command line, against the exchange that runs on DATA_DIR.
 *
 * The addresses are in DATA_DIR/connection.json, which `npm start` writes. The environment takes precedence over
 * it, so the same commands work on an exchange of containers. `restore` and `recover-journal` work on a stopped exchange:
 * where the servers are our own, they start them for themselves.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { generateClient } from '../prisma/generate.ts';
import { root } from './supervisor/folders.ts';
import { programOf } from './supervisor/server-build.ts';
import { StartError } from './supervisor/start-error.ts';

const [command = 'help', ...args] = process.argv.slice(2);
const dataDir = resolve(root, process.env.DATA_DIR || '.data');
const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));

/** Commands that use no server. */
const noServers = { DATABASE_URL: 'postgresql://none.invalid/none', REDIS_URL: 'redis://none.invalid' };
const serverless = ['help', '--help', 'verify-backup'];

async function main(): Promise<number> {
  const isOurs = !given.DATABASE_URL && !args.includes('--help');
  if (isOurs && command === 'restore') return withServers();
  if (isOurs && command === 'recover-journal' && !(await exchangeRuns())) return withServers();
  return run({ ...connection(), ...given });
}

function connection(): Record<string, string> {
  const file = join(dataDir, 'connection.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  return serverless.includes(command) ? noServers : {};
}

// What starts servers is loaded by the commands that need it: most run against servers that are there, and many times a minute.

async function exchangeRuns(): Promise<boolean> {
  const { isRunning } = await import('./supervisor/leftovers.ts');
  return isRunning(join(dataDir, 'run'));
}

async function withServers(): Promise<number> {
  const [{ readConfig }, { Exchange }, { restoreSecrets }] = await Promise.all([
    import('./supervisor/config.ts'),
    import('./supervisor/exchange.ts'),
    import('./supervisor/secrets.ts'),
  ]);
  const exchange = await Exchange.open(readConfig(process.env));
  try {
    const folder = command === 'restore' && args.find((argument) => !argument.startsWith('--'));
    const secrets = folder && resolve(process.env.INIT_CWD ?? '.', folder, 'secrets.json');
    if (secrets && existsSync(secrets)) restoreSecrets(dataDir, secrets);
    return await run({ ...given, ...(await exchange.startServers()) });
  } finally {
    await exchange.stop();
  }
}

async function run(environment: NodeJS.ProcessEnv): Promise<number> {
  const env: NodeJS.ProcessEnv = { ...environment, DATA_DIR: dataDir, PART: 'ops' };
  if (env.DATABASE_URL === undefined) {
    process.stderr.write(
      `No exchange has run on ${dataDir}. Start one (npm start), or set DATA_DIR, or DATABASE_URL and REDIS_URL\n`,
    );
    return 1;
  }
  await generateClient();
  const child = spawn(process.execPath, [programOf('apps/api/src/processes/ops.ts'), command, ...args], {
    cwd: root,
    env,
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((settle) => child.on('exit', (code) => settle(code ?? 1)));
}

try {
  process.exit(await main());
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}
