/** What an engine's own replay says: it runs in a process of its own, since the API knows nothing of the engine's code. */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Shard } from '@pelican/shared/engine/shards.ts';
import { z } from 'zod';
import { OpsError } from '../command.ts';
import type { OpsConfig } from '../config.ts';
import type { ComparedRows } from './compared-rows.ts';
import { reportedRows } from './replayed-shard.ts';

const entry = resolve(import.meta.dirname, '../../../../engine/src/host/replay-main.ts');

const engineReplay = z.object({
  position: z.string(),
  seq: z.number(),
  stateHash: z.string(),
  entryCount: z.number(),
  /** The newest snapshot on the way. */
  snapshot: z.object({ position: z.string(), stateHash: z.string(), isEqual: z.boolean() }).optional(),
});

export interface EngineReplay extends z.infer<typeof engineReplay> {
  tables: ComparedRows[];
}

/**
 * Replays a shard's journal from the first command up to a position.
 * @throws OpsError with the engine's own words when entries are missing or the core's promises break
 */
export async function replayEngine(config: OpsConfig, shard: Shard, until: string): Promise<EngineReplay> {
  const { redisUrl, dataDir, environment } = config;
  const child = spawn(process.execPath, [entry, until], {
    env: { ...environment, REDIS_URL: redisUrl, DATA_DIR: dataDir, SHARD: shard.name, PART: 'replay' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((settle) => child.once('close', () => settle()));
  const [output, complaint] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (output.trim() === '') throw new OpsError(`the replay of ${shard.name} ended early: ${complaint.trim()}`);
  const facts: unknown = JSON.parse(output);
  return { ...engineReplay.parse(facts), tables: reportedRows(shard, facts) };
}
