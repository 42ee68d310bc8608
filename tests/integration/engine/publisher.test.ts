import { appendEvents } from '@pelican/engine/src/host/append-events.ts';
import { engineConnections } from '@pelican/engine/src/host/connections.ts';
import { Divergence, Publisher } from '@pelican/engine/src/host/publisher.ts';
import { Random } from '@pelican/engine/src/testing/random.ts';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import type { Service } from '../../support/service.ts';
import { startRedis } from '../../support/services.ts';
import { openLink, type TcpLink } from '../../support/tcp-link.ts';

const stream = 'test:events';
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

let service: Service;
/** The tests' own connection: for settings and for looking. */
let redis: Redis;
let engines: Engine[];

/** An engine as the publisher knows it: it has applied the journal up to some entry, and may lead. */
interface Engine {
  publisher: Publisher;
  connection: Redis;
  isLeader: boolean;
  faults: Error[];
  failures: Error[];
  /** Applies the journal up to entry number `last`, one round trip an entry. */
  apply(last: number, salt?: string): void;
}

/** The id of a journal's entry; some share a millisecond. 0 is the place before the first. */
function position(index: number): string {
  return index === 0 ? '0-0' : `${1_790_000_000_000 + Math.floor(index / 3)}-${index % 3}`;
}

/** Events as long as their header at least, with a digest that is the entry's own. */
function small(index: number, salt = ''): Buffer {
  return Buffer.from(`${`entry ${index} `.padEnd(24)}${`${index}${salt}`.padStart(8, '0')}`);
}

function startEngine(isLeader: boolean, url = service.url): Engine {
  const connection = engineConnections(url, silent).publishing();
  let applied = 0;
  const engine: Engine = {
    connection,
    isLeader,
    faults: [],
    failures: [],
    publisher: new Publisher({
      redis: connection,
      stream,
      log: { ...silent, error: ({ err }: { err: Error }) => engine.failures.push(err) },
      isLeader: () => engine.isLeader,
      onFault: (fault) => engine.faults.push(fault),
    }),
    apply(last, salt) {
      while (applied < last) {
        applied++;
        const entry = { previous: position(applied - 1), position: position(applied), bytes: small(applied, salt) };
        if (engine.publisher.wants(entry.position)) engine.publisher.add(entry);
        engine.publisher.flush();
      }
    },
  };
  engines.push(engine);
  return engine;
}

function setLeader(engine: Engine, isLeader: boolean): void {
  engine.isLeader = isLeader;
  engine.publisher.leadershipChanged();
}

async function connected(engine: Engine): Promise<void> {
  await until('the publisher is connected', () => engine.connection.status === 'ready', 60_000);
}

async function isPublished(engine: Engine, index: number): Promise<void> {
  await until(`entry ${index} is published`, () => engine.publisher.published === position(index), 60_000, 1);
}

async function streamContent(): Promise<[string, string][]> {
  return (await redis.xrange(stream, '-', '+')).map(([id, [, events = '']]) => [id, events]);
}

/** What the stream holds, and trims just that. */
async function takeStreamContent(): Promise<[string, string][]> {
  const content = await streamContent();
  const [timeMs, number] = (content.at(-1)?.[0] ?? '0-0').split('-');
  await redis.xtrim(stream, 'MINID', `${timeMs}-${Number(number) + 1}`);
  return content;
}

function journal(count: number): [string, string][] {
  return Array.from({ length: count }, (_, i) => [position(i + 1), String(small(i + 1))]);
}

beforeAll(async () => {
  service = await startRedis();
  redis = new Redis(service.url);
});

afterAll(async () => {
  redis.disconnect();
  await service.stop();
});

beforeEach(async () => {
  engines = [];
  await redis.flushall();
});

afterEach(async () => {
  for (const engine of engines) engine.connection.disconnect();
  await redis.config('SET', 'maxmemory', '0');
});

describe('a Redis out of memory', () => {
  test('delays an entry, and the one behind it is not taken first', async () => {
    const engine = startEngine(true);
    await connected(engine);
    engine.apply(1);
    await isPublished(engine, 1);
    await redis.config('SET', 'maxmemory', '1');
    // The limit is lifted between the two: on one connection, commands are carried out in their order.
    engine.apply(2);
    void engine.connection.config('SET', 'maxmemory', '0');
    engine.apply(3);
    await isPublished(engine, 3);
    expect(engine.failures.map(String)).toEqual([expect.stringContaining('OOM')]);
    expect(await streamContent()).toEqual(journal(3));
  });

  test('takes all entries of an append or none', async () => {
    const entries = Array.from({ length: 64 }, (_, i) => ({
      previous: position(i),
      position: position(i + 1),
      bytes: Buffer.alloc(32 * 1024, i),
    }));
    const outcomes = new Set<number>();
    for (let headroomKb = 0; headroomKb <= 8_192; headroomKb += 256) {
      await redis.config('SET', 'maxmemory', '0');
      await redis.del(stream);
      const used = Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1]);
      await redis.config('SET', 'maxmemory', String(used + headroomKb * 1_024));
      await appendEvents(redis, stream, entries).catch((error: Error) => expect(error.message).toContain('OOM'));
      outcomes.add(await redis.xlen(stream));
    }
    expect([...outcomes].sort()).toEqual([0, 64]);
    await redis.config('SET', 'maxmemory', '1');
    const next = { previous: position(64), position: position(65), bytes: Buffer.alloc(8) };
    await expect(appendEvents(redis, stream, [next])).rejects.toThrow('OOM');
    expect(await redis.xlen(stream)).toBe(64);
    // Entries that are published already are recognised all the same.
    expect(await appendEvents(redis, stream, entries)).toMatchObject({ newest: position(64) });
  });
});

describe('a lost answer', () => {
  let link: TcpLink;

  beforeEach(async () => {
    link = await openLink(service.url);
  });

  afterEach(() => link.close());

  test('publishes nothing twice and leaves nothing out', async () => {
    const engine = startEngine(true, link.url);
    await connected(engine);
    engine.apply(1);
    await isPublished(engine, 1);
    link.strike('loseAnswers', [process.pid]);
    engine.apply(20);
    await until('the entries under way have arrived', async () => (await redis.xlen(stream)) >= 2, 60_000, 1);
    link.restore();
    await isPublished(engine, 20);
    expect(engine.publisher.backlogEntries).toBe(0);
    expect(await streamContent()).toEqual(journal(20));
  });
});

describe('an event stream', () => {
  test('that is trimmed to nothing takes the next entry', async () => {
    const engine = startEngine(true);
    await connected(engine);
    engine.apply(3);
    await isPublished(engine, 3);
    await redis.xtrim(stream, 'MAXLEN', 0);
    engine.apply(4);
    await isPublished(engine, 4);
    expect(await streamContent()).toEqual(journal(4).slice(3));
  });

  test('takes entries after Redis has forgotten the script', async () => {
    const engine = startEngine(true);
    await connected(engine);
    engine.apply(3);
    await isPublished(engine, 3);
    await redis.script('FLUSH');
    engine.apply(9);
    await isPublished(engine, 9);
    expect(await streamContent()).toEqual(journal(9));
  });

  test('that has lost entries which no engine holds any more gets none behind them, and the host hears of it', async () => {
    const engine = startEngine(true);
    await connected(engine);
    engine.apply(9);
    await isPublished(engine, 9);
    // A fail-over to a replica that was behind.
    await redis.del(stream);
    for (const [id, events] of journal(6)) await redis.xadd(stream, id, 'e', events);
    engine.apply(12);
    await until('the gap is found', () => engine.faults.length > 0, 60_000, 1);
    expect(engine.faults.map(String)).toEqual([expect.stringContaining(`ends at ${position(6)}`)]);
    setLeader(engine, true);
    engine.apply(15);
    await engine.connection.ping();
    expect(await streamContent()).toEqual(journal(6));
    expect(engine.faults).toHaveLength(1);
  });

  test('that has lost entries is noticed by a leader that has nothing to publish, and one that lost none is not suspected', async () => {
    const engine = startEngine(true);
    await connected(engine);
    engine.apply(6);
    await isPublished(engine, 6);
    engine.publisher.checkEnd();
    await redis.xtrim(stream, 'MAXLEN', 0);
    engine.publisher.checkEnd();
    // Answers come in order: with this entry published, both questions have been answered.
    engine.apply(7);
    await isPublished(engine, 7);
    expect(engine.faults).toEqual([]);

    await redis.del(stream);
    engine.publisher.checkEnd();
    await until('the loss is noticed', () => engine.faults.length === 1, 60_000);
    expect(String(engine.faults[0])).toContain(position(7));
  });

  test('that has lost entries which a standby still holds gets them from the standby', async () => {
    const leader = startEngine(true);
    const standby = startEngine(false);
    await connected(leader);
    await connected(standby);
    standby.apply(9);
    standby.publisher.confirm({ newest: position(5), digest: '' });
    leader.apply(9);
    await isPublished(leader, 9);
    setLeader(leader, false);
    await redis.del(stream);
    for (const [id, events] of journal(6)) await redis.xadd(stream, id, 'e', events);
    setLeader(standby, true);
    await isPublished(standby, 9);
    expect(await streamContent()).toEqual(journal(9));
  });
});

describe('an engine whose events are others than those published', () => {
  test('is told so when it would go on from them, and publishes nothing', async () => {
    const leader = startEngine(true);
    const other = startEngine(false);
    await connected(leader);
    await connected(other);
    leader.apply(5);
    await isPublished(leader, 5);
    other.apply(7, 'x');
    setLeader(leader, false);
    setLeader(other, true);
    await until('the divergence is found', () => other.faults.length > 0, 60_000, 1);
    expect(other.faults).toEqual([expect.any(Divergence)]);
    await other.connection.ping();
    expect(await streamContent()).toEqual(journal(5));
  });
});

/**
 * Two engines, of which none, one or both take themselves for the leader, while connections break, memory runs out, the
 * stream is trimmed and the script forgotten.
 */
async function runInterleaving(seed: number): Promise<void> {
  const random = new Random(seed);
  const pair = [startEngine(true), startEngine(false)] as const;
  for (const engine of pair) await connected(engine);
  const trimmed: [string, string][] = [];
  let last = 0;
  const actions: (() => Promise<unknown> | unknown)[] = [
    () => {
      last += random.integer(1, 20);
    },
    () => random.pick(pair).apply(last),
    () => random.pick(pair).apply(last),
    () => setLeader(random.pick(pair), random.chance(0.5)),
    () => random.pick(pair).connection.disconnect(true),
    () => redis.config('SET', 'maxmemory', random.chance(0.5) ? '1' : '0'),
    () =>
      void random
        .pick(pair)
        .connection.config('SET', 'maxmemory', '0')
        .catch(() => undefined),
    async () => {
      trimmed.push(...(await takeStreamContent()));
    },
    () => redis.script('FLUSH'),
    async () => {
      const engine = random.pick(pair);
      const newest = trimmed.concat(await streamContent()).at(-1)?.[0];
      if (newest && !engine.isLeader) engine.publisher.confirm({ newest, digest: '' });
    },
    () =>
      random
        .pick(pair)
        .connection.ping()
        .catch(() => undefined),
    () => redis.ping(),
  ];
  for (let step = 0; step < 150; step++) await random.pick(actions)();
  await redis.config('SET', 'maxmemory', '0');
  const [first, second] = pair;
  for (const engine of pair) await connected(engine);
  for (const engine of pair) engine.apply(last);
  setLeader(second, false);
  setLeader(first, true);
  await isPublished(first, last);
  expect(pair.flatMap((engine) => engine.faults)).toEqual([]);
  expect(trimmed.concat(await streamContent())).toEqual(journal(last));
  for (const engine of pair) engine.connection.disconnect();
  await redis.flushall();
}

test('whatever happens in whatever order, every entry is published once and in order', async () => {
  for (let seed = 1; seed <= 15; seed++)
    await runInterleaving(seed).catch((cause: unknown) => {
      throw new Error(`seed ${seed}`, { cause });
    });
}, 120_000);
