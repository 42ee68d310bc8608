/** An engine notices by itself that Redis has lost or changed entries of the journal, and halts the exchange. */
import { commandField } from '@pelican/shared/engine';
import { expect, test } from 'vitest';
import { LosableJournal } from '../../support/losable-journal.ts';
import { awaitRole } from '../../support/processes.ts';

/** A standby of this machine has read an entry that the journal does not hold any more. */
async function loseWhatTheStandbyRead(exchange: LosableJournal): Promise<void> {
  const { position, bytes } = await exchange.newestEntry();
  exchange.copyAsStandby(position, { position: `${position.split('-')[0]}-9`, bytes });
}

test('an engine that reconnects halts when another engine of its machine has read what Redis has lost', async () => {
  const exchange = await LosableJournal.open('spot');
  await exchange.submit(exchange.sells(10_000, 5000));
  await loseWhatTheStandbyRead(exchange);
  await exchange.redis.call('CLIENT', 'KILL', 'TYPE', 'normal');
  expect(await exchange.engine.ended()).toBe(1);
  expect(await exchange.isHalted()).toBe(true);
});

test('an engine halts rather than lead when another engine of its machine has read what Redis has lost', async () => {
  const exchange = await LosableJournal.open('spot');
  await exchange.submit(exchange.sells(10_000, 5000));
  const { lease } = exchange.keys;
  await exchange.redis.set(lease, 'of another', 'PX', 60_000);
  await awaitRole(exchange.engine, exchange.folder, 'standby');
  await loseWhatTheStandbyRead(exchange);
  await exchange.redis.del(lease);
  expect(await exchange.engine.ended()).toBe(1);
  expect(await exchange.isHalted()).toBe(true);
});

test('an entry dated in the future is not applied: the exchange halts, and goes on without it', async () => {
  const exchange = await LosableJournal.open('perpetual');
  const orders = await exchange.submit(exchange.sells(10_000, 5000));
  const ids = await exchange.journalIds();
  const { commands } = exchange.keys;
  const { bytes } = await exchange.newestEntry();
  const yearMs = 365 * 86_400_000;
  const ahead = await exchange.redis.xadd(commands, `${Date.now() + yearMs}-0`, commandField, bytes);
  expect(await exchange.engine.ended()).toBe(1);
  expect(await exchange.isHalted()).toBe(true);
  // Of a writer that had not noticed yet: Redis gives it the same time.
  const behind = await exchange.redis.xadd(commands, '*', commandField, bytes);
  expect(behind).toBe(ahead?.replace('-0', '-1'));
  const refused = await exchange.ops('recover-journal');
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining(`from ${ahead} to ${behind}`) });
  expect(await exchange.isHalted()).toBe(true);
  expect(await exchange.ops('recover-journal', '--accept-loss')).toMatchObject({ code: 0 });
  expect(await exchange.journalIds()).toEqual(ids);
  await exchange.goesOn();
  expect(await exchange.settledOrders()).toEqual(expect.arrayContaining(orders));
});

test('another entry under the newest id is noticed by its content', async () => {
  const exchange = await LosableJournal.open('spot');
  await exchange.submit(exchange.sells(10_000, 5000));
  const { commands } = exchange.keys;
  const entries = (await exchange.redis.callBuffer('XRANGE', commands, '-', '+')) as [Buffer, [Buffer, Buffer]][];
  const id = String(entries.at(-1)?.[0]);
  const other = exchange.redis.multi();
  for (const [at, [name, bytes]] of entries)
    other.xadd(`${commands}:other`, String(at), name, String(at) === id ? 'another' : bytes);
  await other.rename(`${commands}:other`, commands).exec();
  await exchange.awaitHalt();
  expect(await exchange.engine.ended()).toBe(1);
  const { code, output } = await exchange.ops('recover-journal', '--accept-loss');
  expect(output).toContain(`hold two entries ${id}: two histories`);
  expect(code).toBe(1);
  expect(await exchange.isHalted()).toBe(true);
});
