/** Redis loses entries of the journal that nothing can put back: they are named, and the exchange goes on only when an operator says so. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { checkPair } from '../../../scripts/supervisor/pairing.ts';
import {
  alice,
  bob,
  buys,
  client,
  closeClient,
  copyAsStandby,
  database,
  engine,
  failOverTo,
  folder,
  goesOn,
  isHalted,
  journalIds,
  makeLateReplica,
  newestEntry,
  openClient,
  openJournalForEachTest,
  ops,
  sells,
  server,
  settledOrders,
  settlement,
  settles,
  silent,
  submit,
} from '../../support/losable-journal.ts';
import { awaitRole } from '../../support/processes.ts';
import { spotShard } from '../../support/shards.ts';

openJournalForEachTest();

test('what only a standby had read stays out once commands behind it are answered, and the exchange goes on', async () => {
  const before = await submit(sells(alice, 10_000, 5000));
  await settles(...before);
  const shared = await newestEntry();
  await makeLateReplica();
  await engine.kill();
  await settlement.kill();
  await expect(client.engine.submit(buys(bob, 9_950, 1000))).rejects.toMatchObject({ code: 'outcome_unknown' });
  const lost = await newestEntry();
  await closeClient();
  await failOverTo('replica');
  engine.start();
  settlement.start();
  await awaitRole(engine, folder, 'leader');
  await openClient();
  const answered = await submit(buys(bob, 10_000, 3000));
  copyAsStandby(shared.position, lost);
  await engine.kill();
  engine.start();
  expect(await engine.ended()).toBe(1);
  expect(await isHalted()).toBe(true);
  const refused = await ops('recover-journal');
  expect(refused.output).toContain(`from ${lost.position} to ${lost.position} in 1 entries: an engine has read them`);
  expect(refused.output).toContain('--accept-loss goes on');
  expect(await isHalted()).toBe(true);
  expect(await ops('recover-journal', '--accept-loss')).toMatchObject({ code: 0 });
  await goesOn();
  expect(await settledOrders()).toEqual(expect.arrayContaining([...before, ...answered]));
});

test('without any copy, what is lost is named, and the operator may go on without it', async () => {
  const before = await submit(sells(alice, 10_000, 5000));
  await settles(...before);
  await settlement.kill();
  await makeLateReplica();
  await submit(buys(bob, 10_000, 3000));
  const lost = (await journalIds()).at(-1) ?? '';
  await engine.kill();
  rmSync(join(folder, 'engine'), { recursive: true });
  await failOverTo('replica');
  await until('the exchange is halted', isHalted, 30_000);
  const refused = await ops('recover-journal');
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining(`LOST: spot: ${lost} was acknowledged`) });
  expect(await isHalted()).toBe(true);
  expect(await ops('recover-journal', '--accept-loss')).toMatchObject({ code: 0 });
  await goesOn();
});

test('older than Postgres and without a copy: only a backup helps, and the lost orders are named', async () => {
  await makeLateReplica();
  const orders = await submit(sells(alice, 10_000, 5000));
  await settles(...orders);
  await engine.kill();
  await settlement.kill();
  rmSync(join(folder, 'engine'), { recursive: true });
  await failOverTo('replica');
  await expect(checkPair(database.url, server.url, [spotShard], false, silent)).rejects.toThrow('does not hold');
  settlement.start();
  await until('settlement halts the exchange', isHalted, 30_000);
  const { code, output } = await ops('recover-journal', '--accept-loss');
  expect(code).toBe(1);
  expect(output).toContain(`1 orders (${orders.join()}) of Postgres are in no journal`);
  expect(await isHalted()).toBe(true);
});
