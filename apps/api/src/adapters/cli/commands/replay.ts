/** Makes the exchange anew from its first commands, and holds Postgres and the engines' snapshots against it. */
import type { Shard } from '@pelican/shared/engine';
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { chosenShards, type OpsContext } from '../context.ts';
import { compareRows } from '../replay/compared-rows.ts';
import { type EngineReplay, replayEngine } from '../replay/engine-replay.ts';
import { readSettledRows, type SettledRows } from '../replay/replayed-shard.ts';

const differencesMax = 20;

interface ShardResult {
  /** Its name. */
  shard: string;
  ok: boolean;
  position: string;
  commands: number;
  entries: number;
  /** How many rows of each table were compared. */
  compared: Record<string, number>;
  snapshot: string | null;
  stateHash: string;
  milliseconds: number;
  differences: string[];
  differenceCount: number;
}

export const replay = defineCommand({
  name: 'replay',
  usage: '[--shard NAME] [--json]',
  summary: 'Replay the journals from the first command and compare; ends with 1 on any difference',
  options: { json: { type: 'boolean' }, shard: { type: 'string' } },
  input: z.object({ json: z.boolean().default(false), shard: z.string().optional() }),
  async run(context, { json, shard }) {
    const results: ShardResult[] = [];
    for (const one of chosenShards(context, shard)) results.push(await replayShard(context, one));
    const ok = results.every((result) => result.ok);
    const differences = results.flatMap((result) => result.differences);
    if (json) context.print(JSON.stringify({ ok, differences, shards: results }));
    else for (const result of results) printResult(context, result);
    return ok ? 0 : 1;
  },
});

async function replayShard(context: OpsContext, shard: Shard): Promise<ShardResult> {
  const startedAt = performance.now();
  const settled = await readSettledRows(context.pool, shard);
  const replayed = await replayEngine(context.config, shard, settled.position);
  const differences = compare(settled, replayed);
  return {
    shard: shard.name,
    ok: differences.length === 0,
    position: replayed.position,
    commands: replayed.seq,
    entries: replayed.entryCount,
    compared: Object.fromEntries(replayed.tables.map(({ many, rows }) => [many, rows.size])),
    snapshot: replayed.snapshot?.position ?? null,
    stateHash: replayed.stateHash,
    milliseconds: Math.round(performance.now() - startedAt),
    differences: differences.slice(0, differencesMax),
    differenceCount: differences.length,
  };
}

function compare(settled: SettledRows, replayed: EngineReplay): string[] {
  const differences: string[] = [];
  if (replayed.seq !== settled.seq) {
    differences.push(`commands: Postgres has settled ${settled.seq}, the replay applied ${replayed.seq}`);
  }
  if (settled.digest !== null && replayed.digest !== settled.digest) {
    differences.push(
      `events: Postgres has settled events of digest ${settled.digest}, the replay made ${replayed.digest}`,
    );
  }
  if (replayed.snapshot && !replayed.snapshot.isEqual) {
    differences.push(`the engine's snapshot at ${replayed.snapshot.position} is not the state of the replay there`);
  }
  return [...differences, ...compareRows(settled.tables, replayed.tables)];
}

function printResult(context: OpsContext, result: ShardResult): void {
  const { shard, commands, entries, position, compared, snapshot } = result;
  context.print(`${shard}: replayed ${commands} commands in ${entries} entries up to ${position}`);
  const counts = Object.entries(compared).map(([many, count]) => `${count} ${many}`);
  context.print(`compared ${counts.join(', ')} with Postgres`);
  context.print(snapshot ? `compared the snapshot at ${snapshot}` : 'there is no snapshot to compare yet');
  for (const difference of result.differences) context.print(`DIFFERENT: ${difference}`);
  const verdict = result.ok ? 'OK: no difference' : `FAILED: ${result.differenceCount} differences`;
  context.print(`${verdict} (${result.milliseconds} ms)`);
}
