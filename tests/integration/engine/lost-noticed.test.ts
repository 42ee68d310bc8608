/** An engine notices by itself that Redis has lost or changed entries of the journal, and halts the exchange. */
import { shardKeys } from '@pelican/shared/engine';
import { expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import {
  alice,
  copyAsStandby,
  engine,
  folder,
  isHalted,
  newestEntry,
  openJournalForEachTest,
  ops,
  redis,
  sells,
  submit,
} from '../../support/losable-journal.ts';
import { awaitRole } from '../../support/processes.ts';
import { spotShard } from '../../support/shards.ts';

const { commands, lease } = shardKeys(spotShard);

openJournalForEachTest();

/** A standby of this machine has read an entry that the journal does not hold any more. */
async function loseWhatTheStandbyRead(): Promise<void> {
  const { position, bytes } = await newestEntry();
  copyAsStandby(position, { position: `${position.split('-')[0]}-9`, bytes });
}

test('an engine that reconnects halts when another engine of its machine has read what Redis has lost', async () => {
  await submit(sells(alice, 10_000, 5000));
  await loseWhatTheStandbyRead();
  await redis.call('CLIENT', 'KILL', 'TYPE', 'normal');
  expect(await engine.ended()).toBe(1);
  expect(await isHalted()).toBe(true);
});

test('an engine halts rather than lead when another engine of its machine has read what Redis has lost', async () => {
  await submit(sells(alice, 10_000, 5000));
  await redis.set(lease, 'of another', 'PX', 60_000);
  await awaitRole(engine, folder, 'standby');
  await loseWhatTheStandbyRead();
  await redis.del(lease);
  expect(await engine.ended()).toBe(1);
  expect(await isHalted()).toBe(true);
});

test('another entry under the newest id is noticed by its content', async () => {
  await submit(sells(alice, 10_000, 5000));
  const entries = (await redis.callBuffer('XRANGE', commands, '-', '+')) as [Buffer, [Buffer, Buffer]][];
  const id = String(entries.at(-1)?.[0]);
  const other = redis.multi();
  for (const [at, [name, bytes]] of entries)
    other.xadd(`${commands}:other`, String(at), name, String(at) === id ? 'another' : bytes);
  await other.rename(`${commands}:other`, commands).exec();
  await until('the exchange is halted', isHalted, 30_000);
  expect(await engine.ended()).toBe(1);
  const { code, output } = await ops('recover-journal', '--accept-loss');
  expect(output).toContain(`hold two entries ${id}: two histories`);
  expect(code).toBe(1);
  expect(await isHalted()).toBe(true);
});
