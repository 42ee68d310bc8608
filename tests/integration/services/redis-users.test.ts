import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deliverOutbox, ensureExchangeId } from '@pelican/api/src/shards/index.ts';
import { appendEvents } from '@pelican/engine/src/host/append-events.ts';
import { recordBeginning, trimJournal } from '@pelican/engine/src/host/trim-journal.ts';
import { journalHolds, requestRegeneration, shardKeys, takeSender } from '@pelican/shared/engine';
import { Op } from '@pelican/shared/engine/spot';
import { Redis } from 'ioredis';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ended, freePort } from '../../../scripts/services/process.ts';
import { redisProgram } from '../../../scripts/services/redis-server.ts';
import { insertListings } from '../../support/listings.ts';
import { createDatabase } from '../../support/services.ts';

type User = 'engine' | 'settlement' | 'ticker' | 'worker' | 'api' | 'operator';

const root = join(import.meta.dirname, '../../..');
const shard = { id: 1, name: 'spot', kind: 'spot' } as const;
const { commands, events, settled, lease, trimmed } = shardKeys(shard);
const users: readonly User[] = ['engine', 'settlement', 'ticker', 'worker', 'api', 'operator'];
const connections = new Map<User, Redis>();
let folder: string;
let port: number;
let stop: () => Promise<void>;

/** A server with the users that a deployment has, made as its operator makes them. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pelican-users-'));
  cpSync(join(root, 'deploy'), join(folder, 'deploy'), { recursive: true });
  execFileSync('sh', [join(folder, 'deploy/make-secrets.sh')]);
  port = await freePort();
  const program = redisProgram();
  if (!program) throw new Error('Neither redis-server nor valkey-server is on the PATH');
  const options = ['--port', String(port), '--save', '', '--dir', folder];
  const server = spawn(program, [...options, '--aclfile', join(folder, 'secrets/redis.acl')], { stdio: 'ignore' });
  for (const user of users) {
    const url = new URL(readFileSync(join(folder, 'secrets', `redis-url-${user}`), 'utf8').trim());
    const { username, password } = url;
    // The server's own readiness is asked by an INFO that not every part may send.
    const redis = new Redis({ port, username, password, enableReadyCheck: false, retryStrategy: () => 50 });
    redis.on('error', () => undefined);
    connections.set(user, redis);
  }
  await as('operator').ping();
  stop = async () => {
    for (const redis of connections.values()) redis.disconnect();
    server.kill();
    await ended(server);
    rmSync(folder, { recursive: true });
  };
}, 60_000);
afterAll(() => stop());

function as(user: User): Redis {
  return connections.get(user) as Redis;
}

const refused = expect.objectContaining({
  message: expect.stringMatching(/^NOPERM|ACL failure|can't (run this command|access)/),
});

/** What would take entries from a stream, or replace it. */
function losses(stream: string): [string, ...string[]][] {
  return [
    ['XTRIM', stream, 'MAXLEN', '0'],
    ['XDEL', stream, '1-1'],
    ['XSETID', stream, '9999999999999-9'],
    ['DEL', stream],
    ['UNLINK', stream],
    ['SET', stream, 'x'],
    ['RENAME', stream, 'exchange:away'],
    ['COPY', 'exchange:halt', stream, 'REPLACE'],
    ['EXPIRE', stream, '1'],
    ['EVAL', "return redis.call('DEL', KEYS[1])", '1', stream],
    ['FLUSHALL'],
    ['CONFIG', 'SET', 'appendonly', 'no'],
  ];
}

/** Names of the attempts that Redis did not refuse for the user's rights. */
async function doneBy(user: User, attempts: [string, ...string[]][]): Promise<string[]> {
  const answers = await Promise.allSettled(attempts.map(([name, ...args]) => as(user).call(name, ...args)));
  return attempts.flatMap(([name], index) => (isRefused(answers[index]) ? [] : [name]));
}

function isRefused(answer: PromiseSettledResult<unknown> | undefined): boolean {
  return answer?.status === 'rejected' && refused.asymmetricMatch(answer.reason);
}

describe('the journal', () => {
  it.each(['api', 'worker', 'ticker', 'engine'] as const)('takes commands of %s', async (user) => {
    await expect(as(user).xadd(commands, 'NOMKSTREAM', '*', 'c', 'x')).resolves.toBeDefined();
    expect(await takeSender(as(user))).toBeGreaterThan(0);
  });

  it('takes none of settlement', async () => {
    await expect(as('settlement').xadd(commands, '*', 'c', 'x')).rejects.toEqual(refused);
  });

  it.each(['api', 'worker', 'ticker', 'settlement'] as const)('loses nothing by %s', async (user) => {
    await as('operator').xadd(commands, '*', 'c', 'x');
    expect(await doneBy(user, losses(commands))).toEqual([]);
    expect(await as(user).xlen(commands)).toBeGreaterThan(0);
  });

  it('is trimmed by the engine, and not deleted', async () => {
    await as('operator').xadd(commands, '*', 'c', 'x');
    expect(await doneBy('engine', losses(commands))).toEqual(['XTRIM']);
  });
});

it.each(['api', 'worker'] as const)(
  '%s writes nothing of the sandbox provider, which only demos have',
  async (user) => {
    await expect(as(user).set('sandbox-provider:payouts', 'x')).rejects.toEqual(refused);
  },
);

describe('a trim by the MAXLEN of an append, which no rule can forbid', () => {
  it.each(['api', 'worker', 'ticker'] as const)('is noticed when %s makes it', async (user) => {
    const position = String(await as('api').xadd(commands, '*', 'c', 'x'));
    await recordBeginning(as('engine'), shard);
    await as(user).xadd(commands, 'MAXLEN', 1, '*', 'c', 'x');
    for (const other of ['api', 'worker', 'ticker', 'engine', 'settlement'] as const)
      expect(await journalHolds(as(other), shard, { position }), other).toBe(false);
  });

  it('cannot be hidden: the position to which the engine has trimmed is its own', async () => {
    const position = String(await as('api').xadd(commands, '*', 'c', 'x'));
    const next = String(await as('api').xadd(commands, '*', 'c', 'x'));
    await recordBeginning(as('engine'), shard);
    for (const user of ['api', 'worker', 'ticker', 'settlement'] as const)
      expect(await doneBy(user, losses(trimmed).slice(3)), user).toEqual([]);
    await as('operator').set(lease, 'leader');
    expect(await trimJournal(as('engine'), shard, next, 'another')).toBe(false);
    expect(await trimJournal(as('engine'), shard, next, 'leader')).toBe(true);
    await as('operator').del(lease);
    expect(await as('api').xrange(commands, '-', '+')).toHaveLength(1);
    expect(await journalHolds(as('api'), shard, { position })).toBe(true);
    expect(await journalHolds(as('api'), shard, { position: next })).toBe(true);
  });
});

describe('events', () => {
  it('are appended by the engine and trimmed by settlement, and neither deletes them', async () => {
    await appendEvents(as('engine'), events, [{ previous: '0-0', position: '5-0', bytes: Buffer.from('x') }]);
    expect(await as('settlement').xlen(events)).toBe(1);
    expect(await doneBy('engine', losses(events))).toEqual([]);
    expect(await doneBy('settlement', losses(events))).toEqual(['XTRIM']);
    expect(await doneBy('api', losses(events))).toEqual([]);
    await expect(as('api').xadd(events, '*', 'e', 'x')).rejects.toEqual(refused);
  });

  it('are asked for again by settlement', async () => {
    await requestRegeneration(as('settlement'), shard, { request: 'r1', from: '0-0' });
    await as('settlement').set(settled, '5-0');
    expect(await as('engine').get(settled)).toBe('5-0');
    await expect(as('engine').set(settled, '9-0')).rejects.toEqual(refused);
  });
});

it.each(['signature:1:x', 'login-attempts:own:x', 'step-up:x:passed'])(
  '%s is written by the API alone',
  async (key) => {
    expect(await as('api').set(key, 'x')).toBe('OK');
    for (const user of ['engine', 'worker', 'ticker', 'settlement'] as const)
      await expect(as(user).set(key, 'x'), user).rejects.toEqual(refused);
  },
);

/** What begins like a key in these files and is none: names of counts, whose hash is the key, schemes, actors and other names. */
const noKeys: readonly string[] = [
  ...[
    'address',
    'chat',
    'data',
    'export',
    'exports',
    'feature',
    'form',
    'form-mail',
    'https',
    'market',
    'newcomers',
    'node',
    'ops',
    'p2p-evidence',
    'p2p-steps',
    'payout',
    'pelican',
    'receiver',
  ],
  ...[
    'recovery',
    'recovery-password',
    'session',
    'support',
    'texts-of',
    'tax',
    'ticket',
    'ticket-change',
    'user',
    'withdrawal',
  ],
];

/** Beginnings of texts, up to the first colon, in the files of the API that talk to Redis. */
function keyPrefixes(): string[] {
  const folders = 'apps/api/src/{identity,modules,platform/http,platform/files}';
  const files = globSync(`${folders}/**/*.ts`, { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  const sources = files.map((file) => readFileSync(join(root, file), 'utf8')).filter((text) => /\bredis\b/i.test(text));
  const found = sources.flatMap((text) =>
    [...text.matchAll(/[`']([a-z][a-z0-9-]*):(?=[a-z$`'])/g)].map(([, name]) => name),
  );
  return [...new Set(found as string[])].filter((name) => !noKeys.includes(name)).sort();
}

it('the API writes every key that its sources name', async () => {
  // No deployment in containers has the sandbox provider.
  const prefixes = keyPrefixes().filter((name) => name !== 'sandbox-provider');
  expect(prefixes).toEqual(
    expect.arrayContaining(['captcha', 'login-attempts', 'passkey', 'records-export', 'uploads']),
  );
  for (const prefix of prefixes) await expect(as('api').set(`${prefix}:x`, '1', 'EX', 60), prefix).resolves.toBe('OK');
});

it('no part but the engine takes the lease of a shard', async () => {
  expect(await as('engine').set(lease, 'mine')).toBe('OK');
  for (const user of ['api', 'worker', 'ticker', 'settlement'] as const)
    await expect(as(user).set(lease, 'mine'), user).rejects.toEqual(refused);
});

it('the worker takes a command of the outbox to the journal', async () => {
  const database = await createDatabase();
  await insertListings(database.url);
  const pool = new pg.Pool({ connectionString: database.url });
  try {
    await ensureExchangeId(as('operator'), pool);
    await pool.query(`INSERT INTO outbox_commands (shard_id, key, command) VALUES ($1, 'shard:spot:x', $2)`, [
      shard.id,
      { op: Op.configure, user: 0, settings: { kind: 'shard', serviceAsset: 0, pivotAsset: 0 } },
    ]);
    await as('operator').del(commands, trimmed);
    const deliver = deliverOutbox({ pool, redis: async () => as('worker'), shards: [shard] }, ['shard:spot']);
    // No engine answers.
    expect(await deliver).toEqual({ kind: 'waiting' });
    expect(await as('operator').xlen(commands)).toBe(1);
  } finally {
    await pool.end();
    await database.drop();
  }
}, 30_000);

describe('an upgrade', () => {
  const file = () => join(folder, 'secrets/redis.acl');

  /** Runs deploy/redis-users.sh as deploy/upgrade.sh does, with the redis-cli of this machine. */
  function upgrade(cliPort = port) {
    const command = ['redis-cli', '-p', String(cliPort)];
    return spawnSync('sh', [join(folder, 'deploy/redis-users.sh'), ...command], { encoding: 'utf8' });
  }

  async function isKnown(user: string): Promise<boolean> {
    return ((await as('operator').call('ACL', 'USERS')) as string[]).includes(user);
  }

  it('gives the running server the rights of the file, and removes users that it no longer names', async () => {
    const before = readFileSync(file(), 'utf8');
    try {
      appendFileSync(file(), 'user late on nopass +get ~late:*\n');
      expect(upgrade().stderr).toBe('');
      expect(await isKnown('late')).toBe(true);
      writeFileSync(file(), before);
      expect(upgrade()).toMatchObject({ status: 0, stdout: 'redis: removes the user late\n' });
      expect(await isKnown('late')).toBe(false);
    } finally {
      writeFileSync(file(), before);
    }
  });

  it('ends where Redis refuses a line of the file, or does not answer', async () => {
    const before = readFileSync(file(), 'utf8');
    try {
      appendFileSync(file(), 'user late on nopass +no-such-command\n');
      expect(upgrade()).toMatchObject({ status: 1, stderr: expect.stringContaining('no-such-command') });
    } finally {
      writeFileSync(file(), before);
    }
    expect(upgrade(await freePort())).toMatchObject({ status: 1, stderr: expect.stringContaining('refused') });
  });
});
