/**
 * A domain more: lockers that are rented against a deposit (tests/fixtures/lockers), in a copy of this checkout that has its files and
 * its entries in the lists that docs/architecture.md names, and nothing else.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { hashPassword } from '@pelican/api/src/identity/index.ts';
import type { grantRoles } from '@pelican/prisma/grant-roles.ts';
import { migrate } from '@pelican/prisma/migrate.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { migrationFaults } from '../../../prisma/check-migration.ts';
import { freePort, until } from '../../../scripts/services/process.ts';
import { lists } from '../../fixtures/lockers/lists.ts';
import { ApiSession } from '../../support/api-session.ts';
import { copyCheckout, readFolder, removeCheckout } from '../../support/checkout.ts';
import { credit } from '../../support/ledger-users.ts';
import { insertListings } from '../../support/listings.ts';
import { demandTwoPersons } from '../../support/operators.ts';
import { prepareExchange } from '../../support/prepare-exchange.ts';
import { type PartProcess, startPart } from '../../support/processes.ts';
import { roleAddresses } from '../../support/roles.ts';
import type { Service } from '../../support/service.ts';
import { createDatabase, startRedis, type TestDatabase } from '../../support/services.ts';
import { shards } from '../../support/shards.ts';
import { testPassword } from '../../support/test-api.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../../..');
const own = readFolder(join(root, 'tests/fixtures/lockers/files'));
const webFolder = 'apps/web';
const startMsMax = 60_000;

function withEntries(): Map<string, string> {
  const changed = lists.map(({ file, imports, entries }): [string, string] => {
    const text = readFileSync(join(root, file), 'utf8');
    for (const place of Object.keys(entries)) expect(text.split(place), `${file} has '${place}' once`).toHaveLength(2);
    const listed = Object.entries(entries).reduce((sum, [place, entry]) => sum.replace(place, () => entry), text);
    return [file, `${imports}\n${listed}`];
  });
  return new Map([...own, ...changed]);
}

let checkout: string;
let dataDir: string;
let database: TestDatabase;
let redis: Service;
let pool: pg.Pool;
let env: Record<string, string>;
let url: string;
const parts: PartProcess[] = [];

beforeAll(async () => {
  checkout = copyCheckout(withEntries());
  dataDir = mkdtempSync(join(tmpdir(), 'pelican-lockers-'));
  [database, redis] = await Promise.all([createDatabase(), startRedis()]);
  await migrate(database.url, { directory: join(checkout, 'prisma/migrations') });
  const roles: { grantRoles: typeof grantRoles } = await import(join(checkout, 'prisma/grant-roles.ts'));
  await roles.grantRoles(database.url, roleAddresses(database.url));
  await insertListings(database.url);
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
  await prepareExchange({ databaseUrl: database.url, redisUrl: redis.url, shards });
  await demandTwoPersons(database.url);
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  env = { DATABASE_URL: database.url, REDIS_URL: redis.url, PORT: String(port), DATA_DIR: dataDir };
  for (const name of ['api/main', 'worker'])
    parts.push(
      startPart({
        name: name.replace('/main', ''),
        entry: join(checkout, `apps/api/src/processes/${name}.ts`),
        dataDir,
        env,
      }),
    );
  const isUp = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  await until('the API answers', isUp, startMsMax).catch((cause) => {
    throw new Error(parts.map((part) => part.log()).join('\n'), { cause });
  });
});

afterAll(async () => {
  await Promise.all(parts.map((part) => part.stop()));
  await pool.end();
  await redis.stop();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
  removeCheckout(checkout);
});

/** The files of the section of docs/architecture.md, with this domain's name in them. */
function documentedFiles(): string[] {
  const [, section = ''] = readFileSync(join(root, 'docs/architecture.md'), 'utf8').split('## A new domain\n');
  const paths = [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, path = '']) =>
    path.replaceAll('<domain>', 'lockers').replace('<time>', '29990101000000'),
  );
  return paths.flatMap((path) => {
    const [, before = '', names, after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(path) ?? [];
    return names === undefined ? [path] : names.split(',').map((name) => `${before}${name}${after}`);
  });
}

/** A person who may spend 100 USDT, signed in. */
async function person(email: string): Promise<ApiSession> {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO users (email, password_hash, nickname, kyc_status) VALUES ($1, $2, $1, 'approved') RETURNING id`,
    [email, await hashPassword(testPassword)],
  );
  const assets = await pool.query<{ id: number }>(`SELECT id FROM assets WHERE ticker = 'USDT'`);
  await credit(pool, { userId: Number(rows[0]?.id), assetId: assets.rows[0]?.id ?? 0, amount: '100' });
  return ApiSession.signIn(url, email, testPassword);
}

async function available(session: ApiSession): Promise<string | undefined> {
  return (await session.balance('USDT')).main_available;
}

/** The operator's command line of the copy. */
async function ops(operator: string, ...args: string[]): Promise<string> {
  const entry = join(checkout, 'apps/api/src/processes/ops.ts');
  const operatorEnv = { ...process.env, ...env, OPERATOR: operator };
  const { stdout } = await run(process.execPath, [entry, ...args], { env: operatorEnv }).catch((error) => error);
  return stdout;
}

/** @throws an assertion with what the compiler says */
async function checkTypes(settings: string, files: string[]): Promise<void> {
  const project = join(checkout, dirname(settings), 'tsconfig.lockers.json');
  const include = files.map((file) => join(checkout, file));
  writeFileSync(project, JSON.stringify({ extends: `./${basename(settings)}`, include }));
  const tsc = join(root, 'node_modules/.bin/tsc');
  expect((await run(tsc, ['-p', project]).catch((error) => error)).stdout).toBe('');
}

const rental = { ticker: 'USDT', deposit: '40', seconds: 3_600 };

test('its files and its entries in lists are those that docs/architecture.md names', () => {
  const screens = 'apps/web/src/features/lockers';
  const files = [...own.keys()].map((path) => (path.startsWith(screens) ? screens : path));
  expect(documentedFiles().sort()).toEqual([...files, ...lists.map(({ file }) => file)].sort());
});

test('types, floors and the rules for migrations hold for it', async () => {
  const sources = [...own.keys(), ...lists.map(({ file }) => file)].filter((path) => !path.endsWith('.sql'));
  const [web, server] = [
    sources.filter((path) => path.startsWith(webFolder)),
    sources.filter((path) => !path.startsWith(webFolder)),
  ];
  await checkTypes('tsconfig.base.json', server);
  await checkTypes(`${webFolder}/tsconfig.json`, web);
  const boundaries = join(checkout, 'scripts/lint/check-boundaries.ts');
  expect((await run(process.execPath, [boundaries]).catch((error) => error)).stdout).toBe('');
  const migrations = [...own].filter(([path]) => path.endsWith('.sql'));
  expect(migrations.flatMap(([, script]) => migrationFaults(script))).toEqual([]);
});

test('its calls are served, with its errors and limits, and hold money of the ledger', async () => {
  const [alice, bob] = [await person('alice@test.local'), await person('bob@test.local')];
  const rented = await alice.post<{ id: number }>('/v3/lockers/1/rent', rental);
  expect(rented).toMatchObject({ status: 200, body: { locker: 1, state: 'open', deposit: '40' } });
  expect(await available(alice)).toBe('60');
  expect(await bob.post('/v3/lockers/1/rent', rental)).toMatchObject({ status: 409, body: { code: 'locker_taken' } });
  const tooMuch = { ...rental, deposit: '100.5' };
  expect(await bob.post('/v3/lockers/2/rent', tooMuch)).toMatchObject({ body: { code: 'insufficient_balance' } });
  const tooLong = { ...rental, note: 'x'.repeat(256) };
  expect(await bob.post('/v3/lockers/2/rent', tooLong)).toMatchObject({ body: { code: 'body_too_large' } });
  expect(await bob.post('/v3/lockers/2/rent', {})).toMatchObject({ body: { code: 'invalid_argument' } });
  expect(await bob.post('/v3/lockers/1/return', {})).toMatchObject({ status: 404 });
  expect(await alice.post('/v3/lockers/1/return', {})).toMatchObject({ body: { state: 'returned' } });
  expect(await available(alice)).toBe('100');
  const document = await (await fetch(`${url}/openapi.json`)).text();
  expect(document).toContain('/v3/lockers/{id}/rent');
});

test('its calls of the socket are for those who have signed in, and its pushes for the owner', async () => {
  const [carol, dave] = [await person('carol@test.local'), await person('dave@test.local')];
  const socket = await openSocket();
  expect(await socket.call('locker.query')).toMatchObject({ error: { message: 'require authentication' } });
  await socket.call('server.auth', carol.accessToken, 'test');
  await socket.call('locker.subscribe');
  await dave.post('/v3/lockers/4/rent', rental);
  const { body } = await carol.post('/v3/lockers/3/rent', rental);
  await until('the push arrives', () => socket.pushes.length > 0, 30_000);
  expect(socket.pushes).toEqual([{ method: 'locker.update', params: [body], id: null }]);
  expect(await socket.call('locker.query')).toMatchObject({ result: [body], error: null });
  socket.close();
});

test('its job ends what is over, with a notice to the user, and the audit counts its money', async () => {
  const erin = await person('erin@test.local');
  await erin.post('/v3/lockers/5/rent', { ...rental, seconds: 1 });
  const notices = async () => (await erin.get<{ result: { kind: string; text: string }[] }>('/v3/notices')).body.result;
  await until('the notice is there', async () => (await notices()).length > 0, 30_000);
  expect(await notices()).toMatchObject([{ kind: 'locker_expired', text: expect.stringContaining('deposit of 40') }]);
  expect((await erin.balance('USDT')).main_balance).toBe('60');
  const audit = await ops('ann', 'audit');
  expect(audit).toMatch(/lockers/);
  expect(audit).toContain('OK');
  await pool.query(`UPDATE locker_rentals SET state = 'open' WHERE locker = 5`);
  expect(await ops('ann', 'audit')).toContain('what is held for a locker is the deposit of its open rental');
  await pool.query(`UPDATE locker_rentals SET state = 'expired' WHERE locker = 5`);
});

test('its operator action is done once another operator approves it', async () => {
  const frank = await person('frank@test.local');
  for (const name of ['ann', 'ben']) await ops(name, 'create-admin', `${name}@test.local`, '--reason', 'the first two');
  const { body } = await frank.post<{ id: number }>('/v3/lockers/6/rent', rental);
  const asked = await ops('ann', 'free-locker', String(body.id), '--reason', 'the lock is broken');
  const [, request = '', hash = ''] = /approve (\d+) ([0-9a-f]+)/.exec(asked) ?? [];
  expect(await ops('ann', 'approve', request, hash)).not.toContain('is free');
  expect(await available(frank)).toBe('60');
  expect(await ops('ben', 'approve', request, hash)).toContain('locker 6 is free');
  expect(await available(frank)).toBe('100');
  const records = await pool.query(`SELECT actor FROM audit_records WHERE action = 'locker.freed'`);
  expect(records.rows).toEqual([{ actor: 'ops:ann' }]);
});

interface Socket {
  pushes: unknown[];
  call(method: string, ...params: unknown[]): Promise<unknown>;
  close(): void;
}

/** A connection to the copy's API, whose calls this checkout's contracts do not know. */
async function openSocket(): Promise<Socket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket`);
  await once(socket, 'open');
  const pushes: unknown[] = [];
  const answers = new Map<number, (answer: unknown) => void>();
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as { id: number | null };
    if (message.id === null) pushes.push(message);
    else answers.get(message.id)?.(message);
  });
  let id = 0;
  return {
    pushes,
    call(method, ...params) {
      id++;
      socket.send(JSON.stringify({ id, method, params }));
      return new Promise((resolve) => answers.set(id, resolve));
    },
    close: () => socket.close(),
  };
}
