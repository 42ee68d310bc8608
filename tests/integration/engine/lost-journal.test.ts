/** Redis loses entries of the journal: the exchange halts, no restart makes another history, and one command puts them back. */
import { commandField } from '@pelican/shared/engine';
import { expect, test } from 'vitest';
import { LosableJournal, shardKinds } from '../../support/losable-journal.ts';

test.each(shardKinds)(
  '%s: emptied while it runs: writers and engine stop, no restart goes on, and everything is put back',
  async (kind) => {
    const exchange = await LosableJournal.open(kind);
    const orders = await exchange.submit(
      exchange.sells(10_000, 5000),
      exchange.buys(10_000, 3000),
      exchange.buys(9_950, 1000),
    );
    await exchange.settles(...orders);
    const ids = await exchange.journalIds();
    await exchange.redis.flushall();
    await exchange.expectRefusal();
    await exchange.expectNoRestart();
    expect(await exchange.redis.exists(exchange.keys.commands), 'nothing was appended').toBe(0);
    const { code, output } = await exchange.ops('recover-journal');
    expect(output).toContain('OK: nothing is lost');
    expect(code).toBe(0);
    expect(await exchange.journalIds()).toEqual(ids);
    await exchange.goesOn();
    expect(await exchange.settledOrders()).toEqual(expect.arrayContaining(orders));
  },
);

test('trimmed by a part that may only append: the exchange halts, and what was taken is put back', async () => {
  const exchange = await LosableJournal.open('spot');
  const orders = await exchange.submit(
    exchange.sells(10_000, 5000),
    exchange.buys(10_000, 3000),
    exchange.buys(9_950, 1000),
  );
  await exchange.settles(...orders);
  const ids = await exchange.journalIds();
  const { bytes } = await exchange.newestEntry();
  // An entry that the engine has seen: a repeat, which it drops. MAXLEN takes all that came before it.
  const last = await exchange.redis.xadd(exchange.keys.commands, 'MAXLEN', 1, '*', commandField, bytes);
  await exchange.awaitHalt();
  await exchange.expectNoRestart();
  expect(await exchange.journalIds()).toEqual([last]);
  const { code, output } = await exchange.ops('recover-journal');
  expect(output).toContain('OK: nothing is lost');
  expect(code).toBe(0);
  expect(await exchange.journalIds()).toEqual([...ids, last]);
  await exchange.goesOn();
  expect(await exchange.settledOrders()).toEqual(expect.arrayContaining(orders));
});

test.each(shardKinds)(
  '%s: failed over to a replica that was behind: the missing second is put back under its own ids',
  async (kind) => {
    const exchange = await LosableJournal.open(kind);
    const before = await exchange.submit(exchange.sells(10_000, 5000));
    await exchange.makeLateReplica();
    const after = await exchange.submit(exchange.buys(10_000, 3000), exchange.buys(9_950, 1000));
    await exchange.settles(...before, ...after);
    const ids = await exchange.journalIds();
    await exchange.failOverTo('replica');
    await exchange.awaitHalt();
    await exchange.expectRefusal();
    await exchange.expectNoRestart();
    const { code, output } = await exchange.ops('recover-journal');
    expect(output).toMatch(/missing from \d+-\d+ to \d+-\d+: [23] commands in [123] entries, put back/);
    expect(output).toContain('OK: nothing is lost');
    expect(code).toBe(0);
    expect(await exchange.journalIds()).toEqual(ids);
    await exchange.goesOn();
    expect(await exchange.settledOrders()).toEqual(expect.arrayContaining([...before, ...after]));
  },
);

test('appended to before anything noticed: the missing entries go before what no engine has answered', async () => {
  const exchange = await LosableJournal.open('spot');
  await exchange.makeLateReplica();
  const orders = await exchange.submit(exchange.sells(10_000, 5000), exchange.buys(10_000, 3000));
  const ids = await exchange.journalIds();
  await exchange.engine.kill();
  await exchange.settlement.kill();
  // Nobody is left who would notice.
  await exchange.closeClient();
  await exchange.failOverTo('replica');
  await exchange.openClient();
  const unanswered = exchange.send(exchange.buys(9_950, 1000));
  await expect(unanswered).rejects.toMatchObject({ code: 'outcome_unknown' });
  exchange.engine.start();
  expect(await exchange.engine.ended()).toBe(1);
  expect(await exchange.isHalted()).toBe(true);
  expect((await exchange.ops('recover-journal')).output).toContain('OK: nothing is lost');
  expect((await exchange.journalIds()).slice(0, ids.length)).toEqual(ids);
  await exchange.goesOn();
  expect(await exchange.settledOrders()).toEqual(expect.arrayContaining(orders));
});
