/** The streams of the simulated Redis, and the commands on them. */
import { comparePositions } from '@pelican/shared/engine';
import { type Argument, asBuffer, type Reply, ReplyError } from './redis-protocol.ts';

interface StreamEntry {
  id: string;
  fields: Buffer[];
}

export interface Stream {
  entries: StreamEntry[];
  lastId: string;
  addedCount: number;
}

export function entryReply({ id, fields }: StreamEntry): Reply {
  return [Buffer.from(id), fields];
}

export function entriesAfter(stream: Stream | undefined, after: string): StreamEntry[] {
  if (!stream || stream.lastId === after) return [];
  return stream.entries.slice(firstAbove(stream.entries, after));
}

/** The index of the first entry above the id. */
function firstAbove(entries: StreamEntry[], id: string): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (comparePositions((entries[middle] as StreamEntry).id, id) > 0) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The index of the first entry with the id or one above it. */
function firstFrom(entries: StreamEntry[], id: string): number {
  const above = firstAbove(entries, id);
  return entries[above - 1]?.id === id ? above - 1 : above;
}

/** A server as its streams are seen by their commands. */
export interface StreamServer {
  stream(name: string): Stream | undefined;
  add(name: string, id: string, fields: Buffer[]): Reply;
}

export const streamHandlers: Record<string, (server: StreamServer, args: Argument[]) => Reply> = {
  XADD: (server, [stream, ...args]) => {
    const name = String(stream);
    if (String(args[0]) !== 'NOMKSTREAM') return server.add(name, String(args[0]), args.slice(1).map(asBuffer));
    return server.stream(name) ? server.add(name, String(args[1]), args.slice(2).map(asBuffer)) : null;
  },
  XLEN: (server, [name]) => server.stream(String(name))?.entries.length ?? 0,
  XRANGE: (server, [name, from, to, ...rest]) => {
    const entries = server.stream(String(name))?.entries ?? [];
    const [low, high] = [String(from), String(to)];
    const start = low === '-' ? 0 : low.startsWith('(') ? firstAbove(entries, low.slice(1)) : firstFrom(entries, low);
    const end = high === '+' ? entries.length : firstAbove(entries, high);
    const count = rest.length > 1 ? Number(rest[1]) : Number.POSITIVE_INFINITY;
    return entries.slice(start, Math.max(start, Math.min(end, start + count))).map(entryReply);
  },
  /** Of one entry, from a position or the end back. */
  XREVRANGE: (server, [name, from]) => {
    const entries = server.stream(String(name))?.entries ?? [];
    const newest = String(from) === '+' ? entries.at(-1) : entries[firstAbove(entries, String(from)) - 1];
    return newest ? [entryReply(newest)] : [];
  },
  XTRIM: (server, args) => {
    const stream = server.stream(String(args[0]));
    if (!stream) return 0;
    return stream.entries.splice(0, firstFrom(stream.entries, String(args.at(-1)))).length;
  },
  XDEL: (server, [name, id]) => {
    const entries = server.stream(String(name))?.entries ?? [];
    const at = entries.findIndex((entry) => entry.id === String(id));
    return at < 0 ? 0 : entries.splice(at, 1).length;
  },
  XSETID: (server, [name, id, , addedCount]) => {
    const stream = server.stream(String(name));
    if (!stream) throw new ReplyError('ERR no such key');
    Object.assign(stream, { lastId: String(id), addedCount: Number(addedCount) });
    return 'OK';
  },
  XINFO: (server, [, name]) => {
    const stream = server.stream(String(name));
    if (!stream) throw new ReplyError('ERR no such key');
    const { entries, lastId, addedCount } = stream;
    return ['length', entries.length, 'last-generated-id', lastId, 'entries-added', addedCount];
  },
};
