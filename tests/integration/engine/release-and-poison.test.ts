import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spotCore } from '@pelican/engine/src/core/spot/spot-core.ts';
import { engineFolders } from '@pelican/engine/src/host/config.ts';
import { bulkConnection } from '@pelican/engine/src/host/connections.ts';
import { raiseRules } from '@pelican/engine/src/host/raise-rules.ts';
import { replay } from '@pelican/engine/src/host/replay.ts';
import { digestAt, KernelRejectCode, shardKeys } from '@pelican/shared/engine';
import { type Command, RejectCode, spotWire } from '@pelican/shared/engine/spot';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { commandLine } from '../../support/command-line.ts';
import { openJournalClient, type SpotJournalClient } from '../../support/journal-client.ts';
import { oddCore } from '../../support/odd-core.ts';
import { engineHealth, type PartProcess, startPart } from '../../support/processes.ts';
import type { Service } from '../../support/service.ts';
import { createDatabase, startRedis, type TestDatabase } from '../../support/services.ts';
import { spotShard } from '../../support/shards.ts';
import { buys, funding, listings, sells } from '../../support/spot-commands.ts';

const streams = shardKeys(spotShard);
const silent = { info: () => undefined, warn: () => undefined };
const alice = 11;
const bob = 12;
const mallory = 13;
const waitMs = 90_000;

let service: Service;
let dataDir: string;
let client: SpotJournalClient;
let engines: PartProcess[];

beforeEach(async () => {
  service = await startRedis();
  dataDir = mkdtempSync(join(tmpdir(), 'pelican-engine-'));
  engines = [];
  client = await openJournalClient(service.url, spotWire);
});

afterEach(async () => {
  await client.close();
  for (const engine of engines) if (engine.isRunning()) await engine.kill();
  await service.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

function start(name: string, odd: { RULES?: string; POISON?: string }): PartProcess {
  const env = { SHARD: spotShard.name, REDIS_URL: service.url, ...odd };
  const engine = startPart({ name, entry: 'tests/support/odd-engine.ts', dataDir, env });
  engines.push(engine);
  return engine;
}

async function hasRole(engine: PartProcess, role: string): Promise<void> {
  const isThere = async () => {
    if (!engine.isRunning()) throw new Error(`${engine.name} has ended:\n${engine.log()}`);
    return (await engineHealth(dataDir, engine.name))?.role === role;
  };
  await until(`${engine.name} is ${role}`, isThere, waitMs);
}

async function openMarket(): Promise<void> {
  await client.engine.submit(listings()[0] as Command);
  for (const command of [...listings().slice(1), ...funding(alice), ...funding(bob)])
    await client.engine.submit(command);
}

/** Answers once one of two engines leads and the other stands by: first the leader. */
async function rolesOf(one: PartProcess, other: PartProcess): Promise<[leader: PartProcess, standby: PartProcess]> {
  const roleOf = async (engine: PartProcess) => (await engineHealth(dataDir, engine.name))?.role;
  let found: [PartProcess, PartProcess] = [one, other];
  const isSettled = async () => {
    const roles = [await roleOf(one), await roleOf(other)];
    if (roles[0] === 'standby') found = [other, one];
    return roles.toSorted().join() === 'leader,standby';
  };
  await until('one engine leads and the other stands by', isSettled, waitMs);
  return found;
}

/** Commits that record what an operator does fail from now on. */
async function refuseAuditCommits(database: pg.Client): Promise<void> {
  await database.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no room'; END $$`);
  await database.query(`CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON audit_records
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse()`);
}

/** Orders until the signal; calls without an answer while engines change over are repeated by their users. */
async function tradeUntil(signal: AbortSignal): Promise<void> {
  for (let round = 0; !signal.aborted; round++) {
    const orders = [sells(alice, 10_000 + (round % 9), 5), buys(bob, 10_000 + (round % 9), 5)];
    await Promise.allSettled(orders.map((order) => client.engine.submit(order)));
  }
}

function replayAll(core = spotCore(spotShard.id)) {
  const folders = engineFolders(dataDir, spotShard);
  const redis = bulkConnection(service.url, silent);
  return replay({ core, redis, shard: spotShard, folders }).finally(() => redis.disconnect());
}

test('an upgrade under load: the new release takes over and raises the rules, the old one refuses to lead again', async () => {
  const old = start('engine-old', { RULES: '1' });
  await hasRole(old, 'leader');
  await openMarket();
  const fresh = start('engine-new', { RULES: '2' });
  await hasRole(fresh, 'standby');
  const stopping = new AbortController();
  const trading = tradeUntil(stopping.signal);
  expect(await old.stop()).toBe(0);
  await hasRole(fresh, 'leader');
  const hasNewRules = async () => JSON.stringify(await engineHealth(dataDir, fresh.name)).includes('"rulesVersion":2');
  await until('the rules are raised', hasNewRules, waitMs);
  stopping.abort();
  await trading;
  old.start();
  expect(await old.ended()).toBe(1);
  expect(old.log()).toContain('the journal is at version 2 of the rules, this release runs versions 1 to 1');
  expect((await engineHealth(dataDir, fresh.name))?.role).toBe('leader');
  const core = oddCore(spotCore(spotShard.id), { rulesVersion: 2, poisonedUser: 0 });
  await until('all is published', async () => (await replayAll(core)).published?.isEqual === true, waitMs);
  await expect(replayAll()).rejects.toThrow('the journal is at version 2 of the rules');
}, 300_000);

test('rules that differ hold from the raise on: the old leader stops, the new one takes over, and replay follows both', async () => {
  const old = start('engine-old', { RULES: '1' });
  await hasRole(old, 'leader');
  await openMarket();
  const fresh = start('engine-new', { RULES: '2' });
  await hasRole(fresh, 'standby');
  const before = await client.engine.submit(sells(alice, 10_000, 5));
  await raiseRules(client.redis, { id: spotShard.id, stream: streams.commands }, 2, false);
  expect(await old.ended()).toBe(1);
  expect(old.log()).toContain('the journal is at version 2 of the rules, this release runs versions 1 to 1');
  await hasRole(fresh, 'leader');
  const after = await client.engine.submit(sells(alice, 10_001, 5));
  const spot = spotCore(spotShard.id);
  const core = oddCore(spot, { rulesVersion: 2, poisonedUser: 0 });
  await until('all is published', async () => (await replayAll(core)).published?.isEqual === true, waitMs);
  const replayed = await replayAll(core);
  expect(replayed.digest).toBe(replayed.published?.digest);
  const { openOrders } = core.report(replayed.shard) as { openOrders: { orderId: number; remainingLots: number }[] };
  const lots = openOrders.map(({ orderId, remainingLots }) => [orderId, remainingLots]);
  expect(lots).toEqual([
    [before.orderId, 5],
    [after.orderId, 10],
  ]);
  const withoutTheChange = await replayAll({ ...spot, rules: core.rules });
  expect(withoutTheChange.published).toMatchObject({ isEqual: false });
}, 300_000);

test('a standby whose events are not those of the leader stops and names the command', async () => {
  const leader = start('engine-leader', {});
  await hasRole(leader, 'leader');
  await openMarket();
  const standby = start('engine-standby', {});
  await hasRole(standby, 'standby');
  await leader.kill();
  await hasRole(standby, 'leader');
  // A leader with other rules, as far as the standby can see: it has the lease, and its events have another digest.
  await client.redis.set(streams.lease, 'another leader', 'PX', 120_000);
  await hasRole(standby, 'standby');
  const pending = client.engine.submit(sells(alice, 10_001, 7)).catch(() => undefined);
  const newest = async () => (await client.redis.xrevrange(streams.commands, '+', '-', 'COUNT', 1))[0]?.[0] ?? '';
  const [[, [, example]] = ['', []]] = await client.redis.xrevrangeBuffer(streams.events, '+', '-', 'COUNT', 1);
  const other = Buffer.from(example as Buffer);
  other[digestAt] = (other[digestAt] ?? 0) ^ 1;
  await client.redis.xadd(streams.events, await newest(), 'e', other);
  expect(await standby.ended()).toBe(1);
  expect(standby.log()).toContain(`the events of the command ${await newest()}/0 are not those`);
  await pending;
}, 300_000);

test('engines wait at a command that they cannot apply, and go on without it once it is quarantined', async () => {
  const database: TestDatabase = await createDatabase();
  const leader = start('engine-leader', { POISON: String(mallory) });
  await hasRole(leader, 'leader');
  await openMarket();
  const standby = start('engine-standby', { POISON: String(mallory) });
  await hasRole(standby, 'standby');
  // One entry, the poison in its middle.
  const calls = [sells(alice, 10_000, 50), sells(mallory, 10_000, 1), buys(bob, 10_000, 20)].map((command) =>
    client.engine.submit(command).catch((error: Error) => error),
  );
  await hasRole(leader, 'waiting');
  await hasRole(standby, 'waiting');
  const [[position] = ['']] = await client.redis.xrevrange(streams.commands, '+', '-', 'COUNT', 1);
  expect(await engineHealth(dataDir, leader.name)).toMatchObject({ healthy: false, waitsAt: `${position}/1` });
  await Promise.all(calls);
  const environment = { DATABASE_URL: database.url, REDIS_URL: service.url, DATA_DIR: dataDir };
  const ops = commandLine(environment);
  const postgres = new pg.Client({ connectionString: database.url });
  await postgres.connect();
  const quarantineRecords = async () => {
    const { rows } = await postgres.query(
      `SELECT subject, details FROM audit_records WHERE action = 'command.quarantine'`,
    );
    return rows;
  };
  expect(await ops('quarantine', `${position}/7`)).toMatchObject({ code: 1 });
  await refuseAuditCommits(postgres);
  const journalled = await client.redis.xlen(streams.commands);
  expect(await ops('quarantine', `${position}/1`)).toMatchObject({ code: 1 });
  expect(await client.redis.xlen(streams.commands), 'nothing is quarantined without a record').toBe(journalled);
  await postgres.query('DROP FUNCTION refuse CASCADE');
  expect(await quarantineRecords()).toEqual([]);
  expect(await ops('quarantine', `${position}/1`, '--reason', 'ticket 7')).toMatchObject({ code: 0, errors: [] });
  const record = { subject: `command:spot:${position}/1`, details: { reason: 'ticket 7' } };
  expect(await quarantineRecords()).toEqual([record]);
  const isPublished = async () => client.entries.some((entry) => entry.position === position);
  await until('the entry is published', isPublished, waitMs);
  const entry = client.entries.find((one) => one.position === position);
  const codes = entry?.events.flatMap((event) => ('code' in event && 'op' in event ? [event.code] : []));
  expect(codes).toEqual([0, KernelRejectCode.quarantined, 0]);
  expect(await ops('quarantine', `${position}/1`)).toMatchObject({ code: 1 });
  expect(await quarantineRecords(), 'nothing is recorded that was refused').toEqual([record]);
  await postgres.end();
  // Either of the two has the lease now; the other one has gone on as a standby and takes over.
  const [leads, follows] = await rolesOf(leader, standby);
  expect((await client.engine.submit(buys(bob, 1, 1))).code).toBe(RejectCode.none);
  await leads.kill();
  await hasRole(follows, 'leader');
  expect((await client.engine.submit(buys(bob, 1, 1))).code).toBe(RejectCode.none);
  expect(follows.log()).not.toContain('are not those');
  for (const poisonedUser of [mallory, 0]) {
    const core = oddCore(spotCore(spotShard.id), { rulesVersion: 1, poisonedUser });
    expect((await replayAll(core)).published).toMatchObject({ isEqual: true });
  }
  await database.drop();
}, 300_000);
