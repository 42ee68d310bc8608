/** The journal and its events in a form that people read: one JSON object a line. */

import { readEventHeader } from '@pelican/shared/engine/event-entry.ts';
import { commandField, eventField, shardStreams } from '@pelican/shared/engine/journal.ts';
import { decodeCommandEntry, Op } from '@pelican/shared/engine/spot/commands.ts';
import { EventKind, forEachEvent } from '@pelican/shared/engine/spot/events.ts';
import { RejectCode } from '@pelican/shared/engine/spot/reject-codes.ts';
import { positionTimeMs } from '@pelican/shared/engine/stream-position.ts';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { defineCommand, OpsError } from '../command.ts';

type RawEntry = [id: Buffer, fields: Buffer[]];

export const journal = defineCommand({
  name: 'journal',
  usage: '[--from ID] [--count N]',
  summary: 'Print commands and events as JSON lines: the newest, or those from a position on',
  options: { from: { type: 'string' }, count: { type: 'string' } },
  input: z.object({
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
  async run(context, { from, count }) {
    const redis = await context.redis();
    const entries = await readEntries(redis, shardStreams.spot.commands, from, count);
    if (entries.length === 0) throw new OpsError('the stream has no entries there; older ones are in the archive');
    for (const [id, fields] of entries) {
      const position = id.toString('latin1');
      const bytes = fieldOf(fields, commandField, position);
      const { sender, counter, commands } = decodeCommandEntry(bytes);
      const time = new Date(positionTimeMs(position)).toISOString();
      context.print(JSON.stringify({ position, time, sender, counter, commands: commands.map(named(Op, 'op')) }));
      for (const line of await eventLines(redis, position)) context.print(line);
    }
  },
});

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
async function eventLines(redis: Redis, position: string): Promise<string[]> {
  const { events } = shardStreams.spot;
  const found = (await redis.callBuffer('XRANGE', events, position, position)) as RawEntry[];
  const entry = found[0];
  if (!entry) return ['  no events'];
  const bytes = fieldOf(entry[1], eventField, position);
  const lines = [`  ${JSON.stringify({ firstSeq: readEventHeader(bytes).firstSeq })}`];
  forEachEvent(bytes, (event) => {
    const readable: object =
      event.kind === EventKind.commandDone
        ? { ...event, code: nameOf(RejectCode, event.code), op: nameOf(Op, event.op) }
        : event;
    lines.push(`  ${JSON.stringify(named(EventKind, 'kind')(readable))}`);
  });
  return lines;
}

/** Puts names in the place of a field's codes. */
function named(names: Record<string, number>, field: string): (value: object) => object {
  return (value) => {
    const code = (value as Record<string, unknown>)[field];
    return { ...value, [field]: typeof code === 'number' ? nameOf(names, code) : code };
  };
}

function nameOf(names: Record<string, number>, code: number): string | number {
  return Object.keys(names).find((name) => names[name] === code) ?? code;
}
