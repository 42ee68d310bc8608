import { readdirSync, writeFileSync } from 'node:fs';
import { engineFolders } from '@pelican/engine/src/host/config.ts';
import { listSnapshots, snapshotFile } from '@pelican/engine/src/host/snapshot-store.ts';
import { shardKeys } from '@pelican/shared/engine';
import { EventKind, RejectCode } from '@pelican/shared/engine/spot';
import { describe, expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { awaitRole, engineMetrics } from '../../support/processes.ts';
import { spotShard } from '../../support/shards.ts';
import { buys, cancels, sells } from '../../support/spot-commands.ts';
import { alice, bob, openEnginesForEachTest, type SpotEngines } from '../../support/spot-engines.ts';

const streams = shardKeys(spotShard);

let engines: SpotEngines;

openEnginesForEachTest((opened) => {
  engines = opened;
});

describe('an engine process', () => {
  test('places, fills, cancels and refuses, and answers the caller', async () => {
    engines.start();
    await engines.openMarket();
    const sell = await engines.client.engine.submit(sells(alice, 10_000, 100));
    const buy = await engines.client.engine.submit(buys(bob, 10_000, 40));
    expect([sell.code, buy.code]).toEqual([RejectCode.none, RejectCode.none]);
    const fill = engines.client.entries
      .flatMap((entry) => entry.events)
      .find((event) => event.kind === EventKind.orderFilled);
    expect(fill).toMatchObject({ makerOrderId: sell.orderId, takerOrderId: buy.orderId, lots: 40 });
    expect((await engines.client.engine.submit(cancels(bob, sell.orderId))).code).toBe(RejectCode.orderNotFound);
    expect((await engines.client.engine.submit(cancels(alice, sell.orderId))).code).toBe(RejectCode.none);
    expect((await engines.client.engine.submit(buys(bob, 99_999, 100_000_000))).code).toBe(
      RejectCode.insufficientBalance,
    );
  });

  test('publishes one event entry a command entry, under the same id and without a gap', async () => {
    engines.start();
    await engines.openMarket();
    await engines.trade(20);
    const commands = await engines.client.redis.xrange(streams.commands, '-', '+');
    const events = await engines.client.redis.xrange(streams.events, '-', '+');
    expect(events.map(([id]) => id)).toEqual(commands.map(([id]) => id));
    let seq = 0;
    for (const { header } of engines.client.entries) {
      expect(header.firstSeq).toBe(seq + 1);
      seq += header.commandCount;
    }
  });

  test('drops an entry that was sent twice', async () => {
    engines.start();
    await engines.openMarket();
    await engines.client.engine.submit(sells(alice, 10_000, 100));
    const [[, fields] = ['', []]] = await engines.client.redis.xrevrangeBuffer(streams.commands, '+', '-', 'COUNT', 1);
    await engines.client.redis.xadd(streams.commands, '*', 'c', fields[1] as Buffer);
    await engines.client.engine.submit(buys(bob, 1_000, 1));
    expect(engines.client.entries.map((entry) => entry.header.commandCount).slice(-3)).toEqual([1, 0, 1]);
    expect((await engines.replayAll()).shard.book.orders.live).toBe(2);
  });

  test('goes on from its snapshot, and the state is that of a replay from the first command', async () => {
    const engine = engines.start();
    await engines.openMarket();
    await engines.trade(5);
    expect(await engine.stop()).toBe(0);
    const folders = engineFolders(engines.dataDir, spotShard);
    expect(await listSnapshots(folders.snapshots)).toHaveLength(1);
    engine.start();
    await awaitRole(engine, engines.dataDir, 'leader');
    await engines.trade(5);
    expect(await engine.stop()).toBe(0);
    const result = await engines.replayAll();
    expect(result.snapshot).toMatchObject({ position: result.position, isEqual: true });
  });

  test('goes on after kill -9 without a gap or a repetition', async () => {
    const engine = engines.start();
    await engines.openMarket();
    await engines.trade(5);
    await engine.kill();
    const answered = engines.client.entries.length;
    // Its caller gives up after some seconds; the journal does not.
    engines.client.engine.submit(sells(alice, 20_000, 7)).catch(() => undefined);
    engine.start();
    await until('it is answered', () => engines.client.entries.length > answered, 60_000);
    expect(engines.client.entries.at(-1)?.events).toContainEqual(
      expect.objectContaining({ kind: EventKind.commandDone, code: RejectCode.none }),
    );
    await engines.trade(5);
    const ids = (await engines.client.redis.xrange(streams.events, '-', '+')).map(([id]) => id);
    expect(ids).toEqual((await engines.client.redis.xrange(streams.commands, '-', '+')).map(([id]) => id));
  });

  test('falls back to an older snapshot when the newest is damaged, and says so', async () => {
    const engine = engines.start();
    await engines.openMarket();
    await engine.stop();
    engine.start();
    await awaitRole(engine, engines.dataDir, 'leader');
    await engines.trade(3);
    await engine.stop();
    const { snapshots } = engineFolders(engines.dataDir, spotShard);
    const [newest = '', older = ''] = await listSnapshots(snapshots);
    writeFileSync(snapshotFile(snapshots, newest), 'pelican-snapshot 1 0000\nnothing of use\n');
    engine.start();
    await awaitRole(engine, engines.dataDir, 'leader');
    expect(engine.log()).toContain('A SNAPSHOT IS DAMAGED');
    expect(engine.log()).toContain(`"snapshot":"${older}"`);
    expect(readdirSync(snapshots)).toContain(`${newest}.snap.damaged`);
    await engines.trade(3);
    await engine.stop();
    expect((await engines.replayAll()).snapshot?.isEqual).toBe(true);
  });
});

describe('a Redis that could forget', () => {
  test('is refused in production and complained about elsewhere', async () => {
    await engines.client.redis.config('SET', 'appendfsync', 'everysec');
    const complaint = 'appendfsync is everysec and must be always';
    const engine = engines.start({ NODE_ENV: 'production' });
    expect(await engine.ended()).toBe(1);
    expect(engine.log()).toContain(complaint);
    const other = engines.start({}, 'engine-elsewhere');
    await awaitRole(other, engines.dataDir, 'leader');
    expect(other.log()).toContain(complaint);
  });

  test('that does not disclose its settings, as a managed one, is taken with a warning', async () => {
    await engines.client.redis.call('ACL', 'SETUSER', 'app', 'on', '>secret', '~*', '&*', '+@all', '-config');
    const url = new URL(engines.redis.url);
    url.username = 'app';
    url.password = 'secret';
    const engine = engines.start({ NODE_ENV: 'production', REDIS_URL: url.href });
    await awaitRole(engine, engines.dataDir, 'leader');
    expect(engine.log()).toContain('Redis does not disclose its settings');
  });
});

describe('a Redis that has lost published events', () => {
  test('gets them again from the journal, byte for byte, and a metric counts it', async () => {
    const engine = engines.start();
    await engines.openMarket();
    await engines.trade(5);
    const published = await engines.client.redis.xrangeBuffer(streams.events, '-', '+');
    // As after a fail-over to a replica that was behind with the events.
    await engines.client.redis.del(streams.events);
    for (const [id, fields] of published.slice(0, 3)) await engines.client.redis.xadd(streams.events, id, ...fields);
    expect((await engines.client.engine.submit(sells(alice, 20_000, 7))).code).toBe(RejectCode.none);
    expect((await engines.client.redis.xrangeBuffer(streams.events, '-', '+')).slice(0, -1)).toEqual(published);
    expect(engine.log()).toContain('publication has stopped');
    expect(await engineMetrics(engines.dataDir)).toContain('engine_publication_gaps_total{shard="spot"} 1');
    await engines.trade(2);
    await engine.stop();
    expect((await engines.replayAll()).snapshot?.isEqual).toBe(true);
  });
});

describe('a standby', () => {
  test('takes over within 3 s of the leader being killed', async () => {
    const leader = engines.start();
    await awaitRole(leader, engines.dataDir, 'leader');
    const standby = engines.start({}, 'engine-spot-standby');
    await awaitRole(standby, engines.dataDir, 'standby');
    await engines.openMarket();
    await engines.trade(5);
    await leader.kill();
    const startedMs = performance.now();
    const done = await engines.client.engine.submit(sells(alice, 20_000, 7));
    expect(performance.now() - startedMs).toBeLessThan(3_000);
    expect(done.code).toBe(RejectCode.none);
    await engines.trade(5);
    const ids = (await engines.client.redis.xrange(streams.events, '-', '+')).map(([id]) => id);
    expect(ids).toEqual((await engines.client.redis.xrange(streams.commands, '-', '+')).map(([id]) => id));
  });

  test('takes over at once when the leader stops in good order', async () => {
    const leader = engines.start({ LEASE_MS: '30000' });
    await awaitRole(leader, engines.dataDir, 'leader');
    const standby = engines.start({}, 'engine-spot-standby');
    await awaitRole(standby, engines.dataDir, 'standby');
    await engines.openMarket();
    await leader.stop();
    await awaitRole(standby, engines.dataDir, 'leader');
    await engines.trade(2);
  });
});
