/** Redis loses entries of the journal: the exchange halts, no restart makes another history, and one command puts them back. */
import { commandField, shardKeys } from '@pelican/shared/engine';
import { expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import {
  alice,
  bob,
  buys,
  client,
  closeClient,
  engine,
  expectNoRestart,
  failOverTo,
  goesOn,
  isHalted,
  journalIds,
  makeLateReplica,
  newestEntry,
  openClient,
  openJournalForEachTest,
  ops,
  redis,
  sells,
  settledOrders,
  settlement,
  settles,
  submit,
} from '../../support/losable-journal.ts';
import { spotShard } from '../../support/shards.ts';

const keys = shardKeys(spotShard);

openJournalForEachTest();

test('emptied while it runs: writers and engine stop, no restart goes on, and everything is put back', async () => {
  const orders = await submit(sells(alice, 10_000, 5000), buys(bob, 10_000, 3000), buys(bob, 9_950, 1000));
  await settles(...orders);
  const ids = await journalIds();
  await redis.flushall();
  await expect(client.engine.submit(buys(bob, 9_950, 1000))).rejects.toMatchObject({ code: 'exchange_halted' });
  await expectNoRestart();
  expect(await redis.exists(keys.commands), 'nothing was appended').toBe(0);
  const { code, output } = await ops('recover-journal');
  expect(output).toContain('OK: nothing is lost');
  expect(code).toBe(0);
  expect(await journalIds()).toEqual(ids);
  await goesOn();
  expect(await settledOrders()).toEqual(expect.arrayContaining(orders));
});

test('trimmed by a part that may only append: the exchange halts, and what was taken is put back', async () => {
  const orders = await submit(sells(alice, 10_000, 5000), buys(bob, 10_000, 3000), buys(bob, 9_950, 1000));
  await settles(...orders);
  const ids = await journalIds();
  const { bytes } = await newestEntry();
  // An entry that the engine has seen: a repeat, which it drops. MAXLEN takes all that came before it.
  const last = await redis.xadd(keys.commands, 'MAXLEN', 1, '*', commandField, bytes);
  await until('the exchange is halted', isHalted, 30_000);
  await expectNoRestart();
  expect(await journalIds()).toEqual([last]);
  const { code, output } = await ops('recover-journal');
  expect(output).toContain('OK: nothing is lost');
  expect(code).toBe(0);
  expect(await journalIds()).toEqual([...ids, last]);
  await goesOn();
  expect(await settledOrders()).toEqual(expect.arrayContaining(orders));
});

test('failed over to a replica that was behind: the missing second is put back under its own ids', async () => {
  const before = await submit(sells(alice, 10_000, 5000));
  await makeLateReplica();
  const after = await submit(buys(bob, 10_000, 3000), buys(bob, 9_950, 1000));
  await settles(...before, ...after);
  const ids = await journalIds();
  await failOverTo('replica');
  await until('the exchange is halted', isHalted, 30_000);
  await expect(client.engine.submit(buys(bob, 9_950, 1000))).rejects.toMatchObject({ code: 'exchange_halted' });
  await expectNoRestart();
  const { code, output } = await ops('recover-journal');
  expect(output).toMatch(/missing from \d+-\d+ to \d+-\d+: 2 commands in [12] entries, put back/);
  expect(output).toContain('OK: nothing is lost');
  expect(code).toBe(0);
  expect(await journalIds()).toEqual(ids);
  await goesOn();
  expect(await settledOrders()).toEqual(expect.arrayContaining([...before, ...after]));
});

test('appended to before anything noticed: the missing entries go before what no engine has answered', async () => {
  await makeLateReplica();
  const orders = await submit(sells(alice, 10_000, 5000), buys(bob, 10_000, 3000));
  const ids = await journalIds();
  await engine.kill();
  await settlement.kill();
  // Nobody is left who would notice.
  await closeClient();
  await failOverTo('replica');
  await openClient();
  const unanswered = client.engine.submit(buys(bob, 9_950, 1000));
  await expect(unanswered).rejects.toMatchObject({ code: 'outcome_unknown' });
  engine.start();
  expect(await engine.ended()).toBe(1);
  expect(await isHalted()).toBe(true);
  expect((await ops('recover-journal')).output).toContain('OK: nothing is lost');
  expect((await journalIds()).slice(0, ids.length)).toEqual(ids);
  await goesOn();
  expect(await settledOrders()).toEqual(expect.arrayContaining(orders));
});
