/** The journals and their events in readable form: one JSON object a line. */

import {
  commandDoneKind,
  commandField,
  eventField,
  positionTimeMs,
  readEventHeader,
  type Shard,
  type ShardKind,
  shardKeys,
} from '@pelican/shared/engine';
import * as perpetualShard from '@pelican/shared/engine/perpetual';
import * as spotShard from '@pelican/shared/engine/spot';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { chosenShards } from '../context.ts';
import { OpsError } from '../ops-errors.ts';

type Codes = Record<string, number>;

/** How the entries of a kind of shard are read, and the names of its codes. */
interface Reading {
  ops: Codes;
  kinds: Codes;
  rejects: Codes;
  commandsOf(bytes: Uint8Array): { sender: number; counter: number; commands: object[] };
  forEachEvent(bytes: Uint8Array, handle: (event: object & { kind: number }) => void): void;
}

const readings: Record<ShardKind, Reading> = {
  spot: {
    ops: spotShard.Op,
    kinds: spotShard.EventKind,
    rejects: spotShard.RejectCode,
    commandsOf: spotShard.decodeCommandEntry,
    forEachEvent: spotShard.forEachEvent,
  },
  perpetual: {
    ops: perpetualShard.Op,
    kinds: perpetualShard.EventKind,
    rejects: perpetualShard.RejectCode,
    commandsOf(bytes) {
      const { commands, ...header } = perpetualShard.decodeCommandEntry(bytes);
      return { ...header, commands: commands.map(({ kind, ...fields }) => ({ op: kind, ...fields })) };
    },
    forEachEvent: perpetualShard.forEachEvent,
  },
};

type RawEntry = [id: Buffer, fields: Buffer[]];

export const journal = defineCommand({
  name: 'journal',
  usage: '[--shard NAME] [--from ID] [--count N]',
  summary: 'Print commands and events as JSON lines: the newest, or those from a position on',
  options: { shard: { type: 'string' }, from: { type: 'string' }, count: { type: 'string' } },
  input: z.object({
    shard: z.string().optional(),
    from: z
      .string()
      .regex(/^\d+(-\d+)?$/, 'must be a position like 1790000000000-0')
      .optional(),
    count: z
      .string()
      .regex(/^[1-9]\d{0,5}$/, 'must be a whole number')
      .transform(Number)
      .default(10),
  }),
  async run(context, { shard: name, from, count }) {
    const redis = await context.redis();
    let printed = 0;
    for (const shard of chosenShards(context, name)) {
      const entries = await readEntries(redis, shardKeys(shard).commands, from, count);
      for (const entry of entries) for (const line of await entryLines(redis, shard, entry)) context.print(line);
      printed += entries.length;
    }
    if (printed === 0) throw new OpsError('the stream has no entries there; older ones are in the archive');
  },
});

async function entryLines(redis: Redis, shard: Shard, [id, fields]: RawEntry): Promise<string[]> {
  const position = id.toString('latin1');
  const { ops, commandsOf } = readings[shard.kind];
  const { sender, counter, commands } = commandsOf(fieldOf(fields, commandField, position));
  const time = new Date(positionTimeMs(position)).toISOString();
  const line = { shard: shard.name, position, time, sender, counter, commands: commands.map(named(ops, 'op')) };
  return [toJson(line), ...(await eventLines(redis, shard, position))];
}

async function readEntries(redis: Redis, stream: string, from: string | undefined, count: number): Promise<RawEntry[]> {
  const range =
    from === undefined ? (['XREVRANGE', stream, '+', '-'] as const) : (['XRANGE', stream, from, '+'] as const);
  const [command, ...args] = range;
  const entries = (await redis.callBuffer(command, ...args, 'COUNT', count)) as RawEntry[];
  return from === undefined ? entries.reverse() : entries;
}

function fieldOf(fields: Buffer[], name: string, position: string): Buffer {
  const [key, bytes] = fields;
  if (key?.toString('latin1') !== name || !bytes) throw new OpsError(`the entry ${position} has no field ${name}`);
  return bytes;
}

/** The engine's answer to the entry; none while it has not come, or when it is trimmed away. */
async function eventLines(redis: Redis, shard: Shard, position: string): Promise<string[]> {
  const { events } = shardKeys(shard);
  const found = (await redis.callBuffer('XRANGE', events, position, position)) as RawEntry[];
  const entry = found[0];
  if (!entry) return ['  no events'];
  const bytes = fieldOf(entry[1], eventField, position);
  const lines = [`  ${toJson({ firstSeq: readEventHeader(bytes).firstSeq })}`];
  const { forEachEvent, kinds, ops, rejects } = readings[shard.kind];
  forEachEvent(bytes, (event) => {
    const isAnswer = event.kind === commandDoneKind;
    const readable = isAnswer ? named(rejects, 'code')(named(ops, 'op')(event)) : event;
    lines.push(`  ${toJson(named(kinds, 'kind')(readable))}`);
  });
  return lines;
}

/** Amounts of 64 bits are written as texts. */
function toJson(value: object): string {
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? String(part) : part));
}

/** Replaces the code in a field by its name. */
function named(names: Codes, field: string): (value: object) => object {
  return (value) => {
    const code = (value as Record<string, unknown>)[field];
    return { ...value, [field]: typeof code === 'number' ? nameOf(names, code) : code };
  };
}

function nameOf(names: Codes, code: number): string | number {
  return Object.keys(names).find((name) => names[name] === code) ?? code;
}
