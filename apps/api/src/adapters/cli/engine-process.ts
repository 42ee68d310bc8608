/** The engine's own tools run in processes of theirs: the API has none of the engine's code. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Shard } from '@pelican/shared/engine';
import type { OpsConfig } from './config.ts';
import { OpsError } from './ops-errors.ts';

const programs = {
  backup: new URL('../../../../engine/src/host/backup-main.ts', import.meta.url),
  recoverJournal: new URL('../../../../engine/src/host/recover-journal-main.ts', import.meta.url),
  replay: new URL('../../../../engine/src/host/replay-main.ts', import.meta.url),
};

/**
 * Runs a program of the engine's host for a shard and reads what it prints as JSON.
 * @throws OpsError with its own message when it ends without a result
 */
export async function runEngineTool(
  config: OpsConfig,
  shard: Pick<Shard, 'name'>,
  [program, ...args]: [program: keyof typeof programs, ...args: string[]],
): Promise<unknown> {
  const { redisUrl, dataDir, environment } = config;
  const child = spawn(process.execPath, [fileURLToPath(programs[program]), ...args], {
    env: { ...environment, REDIS_URL: redisUrl, DATA_DIR: dataDir, SHARD: shard.name, PART: 'ops' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((settle) => child.once('close', () => settle()));
  const [output, complaint] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (output.trim() === '') throw new OpsError(`${program} of ${shard.name} ended early: ${complaint.trim()}`);
  return JSON.parse(output);
}
