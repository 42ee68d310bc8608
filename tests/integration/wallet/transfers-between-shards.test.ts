/**
 * Transfers that pass the perpetual shard, with every process killed between the steps: a part that does the next step is
 * started alone, is killed when the step is done, and everything runs again at the end to show that nothing is repeated.
 */

import { audit } from '@pelican/api/src/adapters/cli/audit/audit.ts';
import { EventKind as PerpetualEvent } from '@pelican/shared/engine/perpetual';
import { EventKind as SpotEvent } from '@pelican/shared/engine/spot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { credit } from '../../support/ledger-users.ts';
import { shards as allShards } from '../../support/shards.ts';
import { partNames, settleAsset, startTwoShards, type TwoShards } from '../../support/two-shards.ts';

const ltc = 6;
const stepMsMax = 60_000;

let shards: TwoShards;

beforeAll(async () => {
  shards = await startTwoShards();
}, 150_000);
afterAll(() => shards.stop());

async function wallets(userId: number): Promise<Record<'main' | 'trade' | 'futures' | 'transit', number>> {
  const { rows } = await shards.pool.query(
    `SELECT
      (SELECT sum(balance) FROM ledger_accounts WHERE kind = 'main' AND user_id = $1 AND asset_id = $2) AS main,
      (SELECT sum(balance) FROM ledger_accounts WHERE kind LIKE 'transit_%' AND user_id = $1 AND asset_id = $2) AS transit,
      (SELECT available + frozen FROM trade_balances WHERE user_id = $1 AND asset_id = $2) AS trade,
      (SELECT cash FROM perpetual_accounts WHERE user_id = $1) AS futures`,
    [userId, settleAsset],
  );
  const amount = (name: string) => Number(rows[0]?.[name] ?? 0);
  return { main: amount('main'), trade: amount('trade'), futures: amount('futures'), transit: amount('transit') };
}

async function statusOf(transferId: number): Promise<string> {
  const { rows } = await shards.pool.query('SELECT status FROM transfers WHERE id = $1', [transferId]);
  return rows[0]?.status;
}

function leftSpot(transferId: number): boolean {
  return shards.clients.spot.entries
    .flatMap((entry) => entry.events)
    .some((event) => event.kind === SpotEvent.transferApplied && event.transferId === transferId);
}

function passedPerpetual(transferId: number): boolean {
  return shards.clients.perpetual.entries
    .flatMap((entry) => entry.events)
    .some((event) => event.kind === PerpetualEvent.transferApplied && event.transferId === transferId);
}

const waitFor = (what: string, isTrue: () => boolean | Promise<boolean>) => until(what, isTrue, stepMsMax);

/** Everything runs, and has nothing left to do. */
async function everythingRuns(): Promise<void> {
  await shards.runOnly(...partNames);
  const isDelivered = async () =>
    (await shards.pool.query('SELECT 1 FROM outbox_commands WHERE done_at IS NULL')).rows.length === 0;
  await waitFor('the outbox is delivered', isDelivered);
  await shards.settled();
  expect((await audit(shards.pool, allShards)).differences).toEqual([]);
}

describe('a transfer with every part killed between its steps', () => {
  test('from trade to futures the money arrives once', async () => {
    const alice = await shards.person('alice@test.local', '100', 'trade');
    await shards.settled();
    await shards.runOnly();
    const id = await shards.beginTransfer(alice, '60', 'trade', 'futures');
    expect(await wallets(alice)).toEqual({ main: 0, trade: 100, futures: 0, transit: 0 });

    await shards.runOnly('engine-spot', 'worker');
    await waitFor('it left the trade wallet', () => leftSpot(id));
    await shards.runOnly();
    expect(await wallets(alice)).toEqual({ main: 0, trade: 100, futures: 0, transit: 0 });

    await shards.runOnly('settlement-spot');
    await waitFor('it is in transit', async () => (await wallets(alice)).transit === 60);
    await shards.runOnly();
    expect(await wallets(alice)).toEqual({ main: 0, trade: 40, futures: 0, transit: 60 });
    expect(await statusOf(id)).toBe('pending');
    expect((await audit(shards.pool, allShards)).differences).toEqual([]);

    await shards.runOnly('engine-perpetual', 'worker');
    await waitFor('the futures wallet has it', () => passedPerpetual(id));
    await shards.runOnly();
    expect(await statusOf(id)).toBe('pending');

    await shards.runOnly('settlement-perpetual');
    await waitFor('it has arrived', async () => (await statusOf(id)) === 'completed');
    await everythingRuns();
    expect(await wallets(alice)).toEqual({ main: 0, trade: 40, futures: 60, transit: 0 });
  }, 120_000);

  test('from futures to main the money arrives once', async () => {
    await everythingRuns();
    const bob = await shards.person('bob@test.local', '100', 'futures');
    await shards.settled();
    await shards.runOnly();
    const id = await shards.beginTransfer(bob, '30', 'futures', 'main');

    await shards.runOnly('engine-perpetual', 'worker');
    await waitFor('it left the futures wallet', () => passedPerpetual(id));
    await shards.runOnly();
    expect(await wallets(bob)).toEqual({ main: 0, trade: 0, futures: 100, transit: 0 });

    await shards.runOnly('settlement-perpetual');
    await waitFor('it has arrived', async () => (await statusOf(id)) === 'completed');
    await everythingRuns();
    expect(await wallets(bob)).toEqual({ main: 30, trade: 0, futures: 70, transit: 0 });
  }, 120_000);

  test('from futures to trade, while all parts fall again and again', async () => {
    await everythingRuns();
    const carol = await shards.person('carol@test.local', '100', 'futures');
    const ids = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        at % 2 === 0
          ? shards.beginTransfer(carol, '5', 'futures', 'trade')
          : shards.beginTransfer(carol, '7', 'futures', 'main'),
      ),
    );
    for (const name of partNames) {
      await shards.parts[name].kill();
      shards.parts[name].start();
    }
    await waitFor('all have arrived', async () => {
      const statuses = await Promise.all(ids.map(statusOf));
      return statuses.every((status) => status === 'completed');
    });
    await everythingRuns();
    expect(await wallets(carol)).toEqual({ main: 28, trade: 20, futures: 52, transit: 0 });
  }, 120_000);
});

describe('a transfer that is refused', () => {
  test('by the first shard moves nothing, for good', async () => {
    await everythingRuns();
    const dave = await shards.person('dave@test.local', '10', 'futures');
    const id = await shards.beginTransfer(dave, '11', 'futures', 'trade');
    await shards.deliverAll();
    expect(await statusOf(id)).toBe('rejected');
    expect(await wallets(dave)).toEqual({ main: 0, trade: 0, futures: 10, transit: 0 });
  }, 180_000);

  test('by the second shard ends in the main wallet', async () => {
    await everythingRuns();
    const erin = await shards.person('erin@test.local', '10', 'main');
    await credit(shards.pool, { userId: erin, assetId: ltc, amount: '3' });
    await shards.beginTransfer(erin, '3', 'main', 'trade', ltc);
    await shards.deliverAll();
    // Futures are not settled in LTC: only a tool can ask for this.
    const id = await shards.beginTransfer(erin, '2', 'trade', 'futures', ltc);
    await waitFor('it is refused', async () => (await statusOf(id)) === 'rejected');
    await everythingRuns();
    const { rows } = await shards.pool.query(
      `SELECT kind, trim_scale(balance)::text AS balance FROM ledger_accounts
        WHERE user_id = $1 AND asset_id = $2 AND balance <> 0 ORDER BY kind`,
      [erin, ltc],
    );
    expect(rows).toEqual([
      { kind: 'main', balance: '2' },
      { kind: 'trade_spot', balance: '1' },
    ]);
  }, 180_000);
});
