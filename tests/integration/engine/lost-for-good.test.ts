/** Redis loses entries of the journal that nothing can put back: they are named, and the exchange goes on only when an operator says so. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkPair } from '../../../scripts/supervisor/pairing.ts';
import { LosableJournal, shardKinds } from '../../support/losable-journal.ts';
import { awaitRole } from '../../support/processes.ts';

const silent = { warn: () => undefined };

test.each(shardKinds)(
  '%s: what only a standby had read stays out once commands behind it are answered, and the exchange goes on',
  async (kind) => {
    const exchange = await LosableJournal.open(kind);
    const before = await exchange.submit(exchange.sells(10_000, 5000));
    await exchange.settles(...before);
    const shared = await exchange.newestEntry();
    await exchange.makeLateReplica();
    await exchange.engine.kill();
    await exchange.settlement.kill();
    await expect(exchange.send(exchange.buys(9_950, 1000))).rejects.toMatchObject({ code: 'outcome_unknown' });
    const lost = await exchange.newestEntry();
    await exchange.closeClient();
    await exchange.failOverTo('replica');
    exchange.engine.start();
    exchange.settlement.start();
    await awaitRole(exchange.engine, exchange.folder, 'leader');
    await exchange.openClient();
    const answered = await exchange.submit(exchange.buys(10_000, 3000));
    exchange.copyAsStandby(shared.position, lost);
    await exchange.engine.kill();
    exchange.engine.start();
    expect(await exchange.engine.ended()).toBe(1);
    expect(await exchange.isHalted()).toBe(true);
    const refused = await exchange.ops('recover-journal');
    expect(refused.output).toContain(`from ${lost.position} to ${lost.position} in 1 entries: an engine has read them`);
    expect(refused.output).toContain('--accept-loss goes on');
    expect(await exchange.isHalted()).toBe(true);
    expect(await exchange.ops('recover-journal', '--accept-loss')).toMatchObject({ code: 0 });
    await exchange.goesOn();
    expect(await exchange.settledOrders()).toEqual(expect.arrayContaining([...before, ...answered]));
  },
);

test('without any copy, what is lost is named, and the operator may go on without it', async () => {
  const exchange = await LosableJournal.open('spot');
  const before = await exchange.submit(exchange.sells(10_000, 5000));
  await exchange.settles(...before);
  await exchange.settlement.kill();
  await exchange.makeLateReplica();
  await exchange.submit(exchange.buys(10_000, 3000));
  const lost = (await exchange.journalIds()).at(-1) ?? '';
  await exchange.engine.kill();
  rmSync(join(exchange.folder, 'engine'), { recursive: true });
  await exchange.failOverTo('replica');
  await exchange.awaitHalt();
  const refused = await exchange.ops('recover-journal');
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining(`LOST: spot: ${lost} was acknowledged`) });
  expect(await exchange.isHalted()).toBe(true);
  expect(await exchange.ops('recover-journal', '--accept-loss')).toMatchObject({ code: 0 });
  await exchange.goesOn();
});

test.each(shardKinds)(
  '%s: older than Postgres and without a copy: only a backup helps, and the lost orders are named',
  async (kind) => {
    const exchange = await LosableJournal.open(kind);
    await exchange.makeLateReplica();
    const orders = await exchange.submit(exchange.sells(10_000, 5000));
    await exchange.settles(...orders);
    await exchange.engine.kill();
    await exchange.settlement.kill();
    rmSync(join(exchange.folder, 'engine'), { recursive: true });
    await exchange.failOverTo('replica');
    await expect(checkPair(exchange.database.url, exchange.redisUrl, [exchange.shard], false, silent)).rejects.toThrow(
      'does not hold',
    );
    exchange.settlement.start();
    await exchange.awaitHalt();
    const { code, output } = await exchange.ops('recover-journal', '--accept-loss');
    expect(code).toBe(1);
    expect(output).toContain(`1 orders (${orders.join()}) of Postgres are in no journal`);
    expect(await exchange.isHalted()).toBe(true);
  },
);
