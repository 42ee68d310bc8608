/**
 * The real API with the real engine and settlement beside it, listening on a port.
 *
 *   const exchange = await startTradingApi();
 *   const alice = await exchange.trader('alice@test.local', { USDT: '100000', LTC: '1000' });
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { engineSettings } from '@pelican/api/src/catalogue/index.ts';
import { assertAccepted } from '@pelican/api/src/shards/engine-client.ts';
import { shardKeys } from '@pelican/shared/engine/shards.ts';
import { type Configure, Op } from '@pelican/shared/engine/spot/commands.ts';
import { parseUnits } from '@pelican/shared/money/decimal.ts';
import { until } from '../../scripts/services/process.ts';
import { spotShard } from './shards.ts';
import { startTestApi, type TestUser } from './test-api.ts';

const root = path.resolve(import.meta.dirname, '../..');

export type TradingApi = Awaited<ReturnType<typeof startTradingApi>>;

/** @param environment settings beside the defaults of a test, as environment variables */
export async function startTradingApi(environment: Record<string, string> = {}) {
  const api = await startTestApi({ ORDERS_PER_SECOND: '1000000', ...environment });
  const dataDir = mkdtempSync(path.join(tmpdir(), 'pelican-trading-'));
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    DATABASE_URL: api.databaseUrl,
    REDIS_URL: api.redisUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    SHARD: 'spot',
    ...environment,
  };
  const start = (entry: string): ChildProcess =>
    spawn(process.execPath, [path.join(root, entry)], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  const processes = [start('apps/engine/src/host/main.ts'), start('apps/api/src/processes/settlement.ts')];
  const { engine, live, settled } = api.parts.spot.shards[0];

  async function configure(settings: Configure['settings'], user = 0): Promise<void> {
    assertAccepted(await engine.submit({ op: Op.configure, user, settings }));
  }

  async function configureListings(): Promise<void> {
    const { assets, markets } = live.catalog();
    for (const { id, ticker, scale } of assets) await configure({ kind: 'asset', id, ticker, scale });
    for (const market of markets) await configure(engineSettings(market));
    const idOf = (ticker: string) => live.catalog().assetByTicker(ticker)?.id ?? 0;
    await configure({ kind: 'shard', serviceAsset: idOf('PLC'), pivotAsset: idOf('USDT') });
  }

  let transferId = 1;
  /** Puts money into the user's trade wallet, past the ledger. */
  async function fund(userId: number, amounts: Record<string, string>): Promise<void> {
    for (const [ticker, amount] of Object.entries(amounts)) {
      const asset = live.catalog().assetByTicker(ticker);
      const parsed = asset && parseUnits(amount, asset.scale);
      if (!asset || !parsed || !('units' in parsed)) throw new Error(`cannot fund ${amount} ${ticker}`);
      const transfer = {
        op: Op.transferIn,
        user: userId,
        asset: asset.id,
        transferId: transferId++,
        amount: parsed.units,
      };
      assertAccepted(await engine.submit(transfer));
    }
  }

  const leads = async () => (await api.parts.redis.exists(shardKeys(spotShard).lease)) === 1;
  await until('the engine leads', leads, 45_000);
  await configureListings();
  // Settlement may take its time to start; afterwards reads wait for seconds only.
  await settled.waitUntilSettled(live.view.seq, 90_000);
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = api.app.server.address() as { port: number };

  return {
    ...api,
    port,
    socketUrl: `ws://127.0.0.1:${port}/socket`,
    fund,
    /** A signed-in user with money in the trade wallet. */
    async trader(email: string, amounts: Record<string, string> = {}): Promise<TestUser> {
      const user = await api.signUp(email);
      await fund(user.id, amounts);
      return user;
    },
    async close() {
      for (const child of processes) child.kill('SIGTERM');
      await Promise.all(processes.map((child) => new Promise((resolve) => child.once('exit', resolve))));
      await api.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
