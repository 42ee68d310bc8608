import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { engineEnvironment, engineNodeArgs } from '../../apps/engine/src/process-settings.ts';
import { shardParts } from '../../packages/shared/src/engine/index.ts';
import { withLogFile } from '../services/process.ts';
import type { SupervisorConfig } from './config.ts';
import { type Folders, root } from './folders.ts';
import { Part } from './part.ts';
import { programOf } from './server-build.ts';

interface Application {
  name: string;
  entry: string;
  env?: Record<string, string>;
  /** Arguments to Node before the entry, and to the program after it. */
  nodeArgs?: string[];
  args?: string[];
  cwd?: string;
}

/**
 * Orders live for some milliseconds in the API: with room for them the collector copies few, and with room for what it
 * keeps it rarely looks through all of it (docs/performance.md).
 */
export const apiNodeArgs = ['--max-semi-space-size=64', '--initial-old-space-size=512'];

/** The demo's coins cost nothing. */
const demoLimits = { SIGNER_LIMITS: '*=1000000000' };
const demoProviderLimits = { PROVIDER_LIMITS: 'sandbox:*=1000000000' };

/** Our own processes in the order in which they start; they stop in the reverse. */
export function applications(config: SupervisorConfig, ports: ApiPorts): Application[] {
  const engine = 'apps/engine/src/host/main.ts';
  const ticker = 'apps/api/src/processes/ticker.ts';
  const ofEachShard = (
    part: keyof ReturnType<typeof shardParts>,
    entry: string,
    { nodeArgs = [], env = {} }: Pick<Application, 'nodeArgs' | 'env'> = {},
  ): Application[] =>
    config.shards.map((shard) => ({
      name: shardParts(shard)[part],
      entry,
      nodeArgs,
      env: { ...env, SHARD: shard.name },
    }));
  const asEngine = { nodeArgs: engineNodeArgs, env: engineEnvironment };
  const api = {
    name: 'api',
    entry: 'apps/api/src/processes/api/main.ts',
    nodeArgs: apiNodeArgs,
    env: { PORT: String(ports.api) },
  };
  const all: (Application | false)[] = [
    ...ofEachShard('engine', engine, asEngine),
    ...(config.engineStandby ? ofEachShard('standby', engine, asEngine) : []),
    ...ofEachShard('settlement', 'apps/api/src/processes/settlement.ts'),
    ports.sandboxChain !== undefined && {
      name: 'sandbox-chain',
      entry: 'apps/api/src/processes/sandbox-chain.ts',
      env: { SANDBOX_CHAIN_PORT: String(ports.sandboxChain) },
    },
    { name: 'ticker', entry: ticker },
    config.engineStandby && { name: 'ticker-standby', entry: ticker },
    {
      name: 'signer',
      entry: 'apps/api/src/processes/signer.ts',
      env: { SIGNER_PORT: String(ports.signer), ...(config.demo ? demoLimits : {}) },
    },
    { name: 'worker', entry: 'apps/api/src/processes/worker.ts', env: config.demo ? demoProviderLimits : {} },
    ports.web === undefined ? api : { ...api, nodeArgs: [...apiNodeArgs, '--watch', '--watch-preserve-output'] },
    config.demo && config.demoMaker && { name: 'maker', entry: 'apps/api/src/demo/maker.ts' },
    ports.web !== undefined && {
      name: 'web',
      entry: 'apps/web/node_modules/vite/bin/vite.js',
      args: ['dev', '--host', config.host, '--port', String(ports.web), '--strictPort'],
      cwd: 'apps/web',
    },
  ];
  return all.filter((application) => application !== false);
}

/** Where the API listens, and, in development, where Vite stands before it; in a demo its chain; the signer. */
export interface ApiPorts {
  api: number;
  signer: number;
  sandboxChain?: number;
  web?: number;
}

/** One of our processes as a part; true when its source is there. */
export function isPresent(application: Application): boolean {
  return existsSync(join(root, application.entry));
}

/** Makes the part that runs one of our processes; the process waits for its own dependencies. */
export function applicationPart(
  application: Application,
  environment: Record<string, string>,
  folders: Folders,
  log: Logger,
): Part {
  const logFile = join(folders.logs, `${application.name}.log`);
  const args = [...(application.nodeArgs ?? []), programOf(application.entry), ...(application.args ?? [])];
  const cwd = join(root, application.cwd ?? '.');
  const env = { ...process.env, ...environment, PART: application.name, ...application.env };
  return new Part({
    name: application.name,
    runDir: folders.run,
    logFile,
    log,
    // Its own process group: Ctrl-C in a terminal must reach the supervisor alone.
    launch: async () =>
      withLogFile(logFile, (output) =>
        spawn(process.execPath, args, { cwd, env, detached: true, stdio: ['ignore', output, output] }),
      ),
    stopSignal: 'SIGTERM',
    killSignal: 'SIGKILL',
    stopGraceMs: 10_000,
  });
}
