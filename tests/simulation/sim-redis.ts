/**
 * A Redis server in memory: the commands that the exchange uses on its streams, keys and scripts, with the answers that
 * the real one gives (tests/integration/simulation holds the two against each other). One command at a time, at once.
 */
import { comparePositions } from '@pelican/shared/engine';
import { LuaScripts } from './lua-scripts.ts';
import { type Argument, asBuffer, type Reply, ReplyError } from './redis-protocol.ts';
import { entriesAfter, entryReply, type Stream, streamHandlers } from './sim-streams.ts';

interface Value {
  text: string;
  /** Virtual wall-clock milliseconds; Infinity: never. */
  expiresMs: number;
}

/** A read that waits for an entry after its position. */
interface BlockedRead {
  stream: string;
  resolve(reply: Reply): void;
  read(): Reply;
}

type Handler = (server: SimRedis, args: Argument[]) => Reply;

const writes = new Set(['XADD', 'SET', 'HSET', 'INCR', 'EVAL', 'EVALSHA']);

export class SimRedis {
  /** The server's wall clock. */
  readonly now: () => number;
  /** Refuses what needs memory. */
  isFull = false;
  readonly #scripts: LuaScripts;
  #streams = new Map<string, Stream>();
  #values = new Map<string, Value>();
  #hashes = new Map<string, Map<string, string>>();
  #blocked: BlockedRead[] = [];
  /** A stream has got entries since the blocked reads were last looked at. */
  #hasNewEntries = false;

  constructor(now: () => number) {
    this.now = now;
    this.#scripts = new LuaScripts((name, args) => this.#call(name, args));
  }

  /** A copy of the data, as a replica or a file has it. */
  copy(): SimRedis {
    const copy = new SimRedis(this.now);
    copy.#streams = new Map([...this.#streams].map(([name, s]) => [name, { ...s, entries: [...s.entries] }]));
    copy.#values = new Map([...this.#values].map(([key, value]) => [key, { ...value }]));
    copy.#hashes = new Map([...this.#hashes].map(([key, fields]) => [key, new Map(fields)]));
    return copy;
  }

  /** The answer to a command. A blocking read answers later through `resolve`. @throws ReplyError */
  execute(name: string, args: Argument[], resolve: (reply: Reply) => void): Reply | undefined {
    const command = name.toUpperCase();
    if (this.isFull && writes.has(command))
      throw new ReplyError("OOM command not allowed when used memory > 'maxmemory'.");
    if (command === 'XREAD') return this.#read(args, resolve);
    const reply = this.#executeNow(command, args);
    this.#wake();
    return reply;
  }

  /** A transaction: all commands at once, or none without memory. */
  executeAll(commands: [name: string, ...args: Argument[]][]): Reply {
    if (this.isFull && commands.some(([name]) => writes.has(name.toUpperCase())))
      throw new ReplyError("OOM command not allowed when used memory > 'maxmemory'.");
    const replies = commands.map(([name, ...args]) => this.#executeNow(name.toUpperCase(), args));
    this.#wake();
    return replies;
  }

  #executeNow(command: string, args: Argument[]): Reply {
    if (command === 'EVAL' || command === 'EVALSHA') {
      const [script = '', keyCount, ...values] = args;
      const keys = values.slice(0, Number(keyCount)).map(asBuffer);
      return this.#scripts.run(command, String(script), keys, values.slice(Number(keyCount)).map(asBuffer));
    }
    return this.#call(command, args);
  }

  #call(command: string, args: Argument[]): Reply {
    const handler = handlers[command];
    if (!handler) throw new ReplyError(`ERR unknown command '${command}'`);
    return handler(this, args);
  }

  stream(name: string): Stream | undefined {
    return this.#streams.get(name);
  }

  get(key: string): string | undefined {
    const value = this.#values.get(key);
    if (value && value.expiresMs > this.now()) return value.text;
    this.#values.delete(key);
    return undefined;
  }

  set(key: string, text: string, expiresMs = Number.POSITIVE_INFINITY): void {
    this.#values.set(key, { text, expiresMs });
  }

  hash(key: string): Map<string, string> {
    return this.#hashes.get(key) ?? new Map();
  }

  setFields(key: string, fields: Map<string, string>): void {
    if (fields.size > 0) this.#hashes.set(key, fields);
    else this.#hashes.delete(key);
  }

  delete(key: string): number {
    return Number(this.#values.delete(key) || this.#streams.delete(key) || this.#hashes.delete(key));
  }

  /** Gives the stream `from` the name `to`, in the place of what has that name. @throws ReplyError */
  rename(from: string, to: string): void {
    const stream = this.#streams.get(from);
    if (!stream) throw new ReplyError('ERR no such key');
    this.#streams.delete(from);
    this.#streams.set(to, stream);
    this.#hasNewEntries = true;
  }

  exists(key: string): boolean {
    return this.#streams.has(key) || this.#hashes.has(key) || this.get(key) !== undefined;
  }

  /** Adds an entry; `wanted` is an id or '*'. @throws ReplyError when the id is not above the newest */
  add(name: string, wanted: string, fields: Buffer[]): string {
    let stream = this.#streams.get(name);
    if (!stream) {
      stream = { entries: [], lastId: '0-0', addedCount: 0 };
      this.#streams.set(name, stream);
    }
    const id = wanted === '*' ? this.#nextId(stream.lastId) : wanted;
    if (comparePositions(id, stream.lastId) <= 0)
      throw new ReplyError('ERR The ID specified in XADD is equal or smaller than the target stream top item');
    stream.entries.push({ id, fields });
    stream.lastId = id;
    stream.addedCount++;
    this.#hasNewEntries = true;
    return id;
  }

  /** Closes every blocked read without an answer: their connections are gone. */
  forgetReaders(): void {
    this.#blocked = [];
  }

  #nextId(lastId: string): string {
    const [ms = 0, number = 0] = lastId.split('-').map(Number);
    const now = this.now();
    return now > ms ? `${now}-0` : `${ms}-${number + 1}`;
  }

  #read(args: Argument[], resolve: (reply: Reply) => void): Reply | undefined {
    const texts = args.map(String);
    const option = (name: string) => Number(texts[texts.indexOf(name) + 1]);
    const [stream = '', after = ''] = texts.slice(texts.indexOf('STREAMS') + 1);
    const count = texts.includes('COUNT') ? option('COUNT') : Number.POSITIVE_INFINITY;
    const read = (): Reply => {
      const entries = entriesAfter(this.#streams.get(stream), after).slice(0, count);
      return entries.length > 0 ? [[Buffer.from(stream), entries.map(entryReply)]] : null;
    };
    const reply = read();
    if (reply !== null || !texts.includes('BLOCK')) return reply;
    const blocked: BlockedRead = { stream, resolve, read };
    this.#blocked.push(blocked);
    setTimeout(() => {
      if (!this.#blocked.includes(blocked)) return;
      this.#blocked = this.#blocked.filter((other) => other !== blocked);
      resolve(null);
    }, option('BLOCK'));
    return undefined;
  }

  #wake(): void {
    if (!this.#hasNewEntries) return;
    this.#hasNewEntries = false;
    // All are read before one is answered: an answer may lead to further commands of its connection at once.
    const answers: (() => void)[] = [];
    this.#blocked = this.#blocked.filter((blocked) => {
      const reply = blocked.read();
      if (reply === null) return true;
      answers.push(() => blocked.resolve(reply));
      return false;
    });
    for (const answer of answers) answer();
  }
}

const handlers: Record<string, Handler> = {
  ...streamHandlers,
  PING: () => 'PONG',
  TIME: (server) => [String(Math.floor(server.now() / 1000)), '0'],
  GET: (server, [key]) => server.get(String(key)) ?? null,
  SET: (server, [key, value, option, ms]) => {
    server.set(String(key), String(value), option === undefined ? undefined : server.now() + Number(ms));
    return 'OK';
  },
  PEXPIRE: (server, [key, ms]) => {
    const text = server.get(String(key));
    if (text !== undefined) server.set(String(key), text, server.now() + Number(ms));
    return Number(text !== undefined);
  },
  DEL: (server, keys) => keys.reduce<number>((sum, key) => sum + server.delete(String(key)), 0),
  EXISTS: (server, keys) => keys.filter((key) => server.exists(String(key))).length,
  INCR: (server, [key]) => {
    const value = Number(server.get(String(key)) ?? '0') + 1;
    server.set(String(key), String(value));
    return value;
  },
  HGET: (server, [key, field]) => server.hash(String(key)).get(String(field)) ?? null,
  HMGET: (server, [key, ...fields]) => fields.map((field) => server.hash(String(key)).get(String(field)) ?? null),
  HSET: (server, [key, ...values]) => {
    const fields = new Map(server.hash(String(key)));
    for (let at = 0; at < values.length; at += 2) fields.set(String(values[at]), String(values[at + 1]));
    server.setFields(String(key), fields);
    return values.length / 2;
  },
  HDEL: (server, [key, ...names]) => {
    const fields = new Map(server.hash(String(key)));
    const count = names.filter((name) => fields.delete(String(name))).length;
    server.setFields(String(key), fields);
    return count;
  },
  HGETALL: (server, [key]) => [...server.hash(String(key))].flat().map(asBuffer),
  HKEYS: (server, [key]) => [...server.hash(String(key)).keys()].map(asBuffer),
  HVALS: (server, [key]) => [...server.hash(String(key)).values()].map(asBuffer),
  /** Streams do not expire here: a world ends before the time is over. */
  PERSIST: () => 1,
  RENAME: (server, [from, to]) => {
    server.rename(String(from), String(to));
    return 'OK';
  },
};
