/** The engine's part of a backup, done by the engine's own tool. */
import { join } from 'node:path';
import type { Shard } from '@pelican/shared/engine';
import { z } from 'zod';
import type { OpsConfig } from '../config.ts';
import { runEngineTool } from '../engine-process.ts';
import type { ComparedRows } from '../replay/compared-rows.ts';
import { reportedRows } from '../replay/replayed-shard.ts';

const copied = z.object({ position: z.string(), entryCount: z.number() });
export type CopiedShard = z.infer<typeof copied>;

/** The folder of a shard in a backup. */
export function shardFolder(folder: string, shard: Pick<Shard, 'name'>): string {
  return join(folder, 'engine', shard.name);
}

/** Copies a running shard as it was at the end of a journal's entry. @throws OpsError when a part of the journal is not there */
export async function copyShard(config: OpsConfig, shard: Shard, folder: string, end: string): Promise<CopiedShard> {
  return copied.parse(await run(config, shard, 'copy', folder, end));
}

/** Puts the journal of a backup into an empty Redis. */
export async function loadShard(
  config: OpsConfig,
  shard: Shard,
  folder: string,
  settled: string,
): Promise<CopiedShard> {
  return copied.parse(await run(config, shard, 'load', folder, settled));
}

const verified = copied.extend({
  seq: z.number(),
  snapshots: z.array(z.object({ position: z.string(), isEqual: z.boolean() })),
  at: z.object({ seq: z.number(), report: z.unknown() }).optional(),
});

export interface VerifiedShard extends Omit<z.infer<typeof verified>, 'at'> {
  /** What Postgres must hold at the position asked for; absent when the journal does not have that position. */
  at: { seq: number; tables: ComparedRows[] } | undefined;
}

/** Replays the journal of a backup from the first command. */
export async function verifyShard(
  config: OpsConfig,
  shard: Shard,
  folder: string,
  reportAt: string,
): Promise<VerifiedShard> {
  const { at, ...facts } = verified.parse(await run(config, shard, 'verify', folder, reportAt));
  return { ...facts, at: at && { seq: at.seq, tables: reportedRows(shard, at.report) } };
}

function run(config: OpsConfig, shard: Shard, what: string, folder: string, position: string): Promise<unknown> {
  return runEngineTool(config, shard, ['backup', what, shardFolder(folder, shard), position]);
}
