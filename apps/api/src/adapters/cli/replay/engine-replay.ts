/** What an engine's own replay says. */
import type { Shard } from '@pelican/shared/engine';
import { z } from 'zod';
import type { OpsConfig } from '../config.ts';
import { runEngineTool } from '../engine-process.ts';
import type { ComparedRows } from './compared-rows.ts';
import { reportedRows } from './replayed-shard.ts';

const engineReplay = z.object({
  position: z.string(),
  seq: z.number(),
  stateHash: z.string(),
  digest: z.string(),
  entryCount: z.number(),
  /** The newest snapshot on the way. */
  snapshot: z.object({ position: z.string(), stateHash: z.string(), isEqual: z.boolean() }).optional(),
});

export interface EngineReplay extends z.infer<typeof engineReplay> {
  tables: ComparedRows[];
}

/**
 * Replays a shard's journal from the first command up to a position.
 * @throws OpsError with the engine's own message when entries are missing or the core's promises break
 */
export async function replayEngine(config: OpsConfig, shard: Shard, until: string): Promise<EngineReplay> {
  const facts = await runEngineTool(config, shard, ['replay', until]);
  return { ...engineReplay.parse(facts), tables: reportedRows(shard, facts) };
}
