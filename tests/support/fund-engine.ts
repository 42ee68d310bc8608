/** Brings listings and money to a test's engine by the commands that bring them in earnest. */
import { engineSettings } from '@pelican/api/src/catalog/index.ts';
import { shardKeys } from '@pelican/shared/engine';
import { type Command, Op } from '@pelican/shared/engine/spot';
import { parseUnits } from '@pelican/shared/money';
import { until } from '../../scripts/services/process.ts';
import type { TestApi, TestUser } from './test-api.ts';

/** A machine that is busy with other tests starts two processes in this time. */
const startMs = 90_000;

async function submit(api: TestApi, command: Command): Promise<void> {
  const done = await api.parts.spot.shards[0].engine.submit(command);
  if (done.code !== 0) throw new Error(`the engine refused ${JSON.stringify(command)} with ${done.code}`);
}

/**
 * Sends the engine the catalog's assets and markets, and the service token. Engine and settlement may still be starting; once it
 * resolves, both answer within the seconds that a request waits.
 */
export async function configureEngine(api: TestApi): Promise<void> {
  const catalog = api.parts.spot.catalog();
  const [{ live, settled, shard }] = api.parts.spot.shards;
  const leads = async () => (await api.parts.redis.exists(shardKeys(shard).lease)) === 1;
  await until('the engine leads', leads, startMs);
  const configure = (settings: Extract<Command, { op: typeof Op.configure }>['settings']) =>
    submit(api, { op: Op.configure, user: 0, settings });
  for (const { id, ticker, scale } of catalog.assets) await configure({ kind: 'asset', id, ticker, scale });
  for (const market of catalog.markets) await configure(engineSettings(market));
  const idOf = (ticker: string) => catalog.assetByTicker(ticker)?.id ?? 0;
  await configure({ kind: 'shard', serviceAsset: idOf('PLC'), pivotAsset: idOf('USDT') });
  await settled.waitUntilSettled(live.view.seq, startMs);
}

let transfers = 0;

/** Puts money into a trade wallet; amounts are in whole units by ticker. */
export async function fund(api: TestApi, user: TestUser, money: Record<string, string>): Promise<void> {
  for (const [ticker, amount] of Object.entries(money)) {
    const asset = api.parts.spot.catalog().assetByTicker(ticker);
    const parsed = asset && parseUnits(amount, asset.scale);
    if (!parsed || !('units' in parsed)) throw new Error(`${amount} ${ticker} cannot be credited`);
    transfers++;
    await submit(api, {
      op: Op.transferIn,
      user: user.id,
      asset: asset.id,
      transferId: transfers,
      amount: parsed.units,
    });
  }
}
