/**
 * The real API with the real perpetual engine and its settlement beside it, listening on a port. The second hand is the
 * test's: `tick` moves the index.
 *
 *   const exchange = await startPerpetualApi();
 *   await exchange.tick({ BTC_USDT: '60000' });
 *   const alice = await exchange.trader('alice@test.local', '10000');
 */
import { seedInstruments } from '@pelican/api/src/demo/seed-instruments.ts';
import type { AppliedPerpetualCommand } from '@pelican/api/src/live/index.ts';
import type { OpenPosition, PerpetualOrder } from '@pelican/shared/contracts/perpetual';
import { shardKeys } from '@pelican/shared/engine';
import { type Command, Op } from '@pelican/shared/engine/perpetual';
import { parseBigUnits, parseTicks, perpetualScale } from '@pelican/shared/money';
import { until } from '../../scripts/services/process.ts';
import { startShardProcesses } from './shard-processes.ts';
import { perpetualShard } from './shards.ts';
import { startTestApi, type TestUser } from './test-api.ts';

export type PerpetualApi = Awaited<ReturnType<typeof startPerpetualApi>>;

/** Fundings are at 0, 8 and 16 o'clock UTC. */
const fundingSeconds = 28_800;

/** @param environment settings beside the defaults of a test, as environment variables */
export async function startPerpetualApi(environment: Record<string, string> = {}) {
  const api = await startTestApi({ ORDERS_PER_SECOND: '1000000', ...environment });
  const { live, engine, settled } = api.parts.perpetual;
  const { redis } = api.parts;
  const processes = startShardProcesses({ ...api, shard: 'perpetual', env: environment });

  /** @throws Error when the engine refuses */
  async function submit(command: Command): Promise<AppliedPerpetualCommand> {
    const done = await engine.submit(command);
    if (done.code !== 0) throw new Error(`the engine refused ${JSON.stringify(command)} with ${done.code}`);
    return done;
  }

  async function configure(): Promise<void> {
    await seedInstruments(api.parts.pool);
    const asset = api.parts.spot.catalog().assetByTicker('USDT');
    if (!asset) throw new Error('there is no USDT');
    const settings = { kind: 'asset', id: asset.id, ticker: asset.ticker, scale: perpetualScale };
    await submit({ kind: Op.configure, user: 0, settings: JSON.stringify(settings) });
    await until('the view knows the instruments', async () => live.catalog().instruments.length > 0, 60_000);
    for (const instrument of live.catalog().instruments)
      await submit({ kind: Op.configure, user: 0, settings: JSON.stringify(instrument.settings) });
  }

  // Behind the clock by more seconds than a test ticks: no tick may be ahead of it. Just after a funding time, so that no
  // test meets one by the hour at which it runs.
  const behind = Math.floor(Date.now() / 1000) - 7_200;
  let second = behind - (behind % fundingSeconds) + 60;
  const indexes = new Map<string, string>();

  /** The next second, with the index unchanged by default. */
  async function tick(prices: Record<string, string> = {}): Promise<AppliedPerpetualCommand> {
    for (const [name, price] of Object.entries(prices)) indexes.set(name, price);
    const list = [...indexes].map(([name, price]) => {
      const instrument = live.catalog().marketByName(name);
      const parsed = instrument && parseTicks(price, instrument.steps);
      if (!instrument || !parsed || !('count' in parsed)) throw new Error(`no index of ${name} is ${price}`);
      return { market: instrument.id, indexTicks: parsed.count, sources: [] };
    });
    tickedAt = performance.now();
    return submit({ kind: Op.tick, user: 0, n: second++, prices: JSON.stringify(list) });
  }

  // The engine regards a ticker as lost after 15 s without a second, and a test may take longer.
  let tickedAt = Number.POSITIVE_INFINITY;
  const keptAlive = setInterval(() => {
    if (performance.now() - tickedAt > 5_000) tick().catch(() => undefined);
  }, 1_000);

  let transferId = 1;
  /** Puts USDT into the user's futures wallet, past the ledger. */
  async function fund(userId: number, amount: string): Promise<void> {
    const asset = live.catalog().settleAssetByTicker('USDT')?.id ?? 0;
    const units = parseBigUnits(amount, perpetualScale);
    await submit({ kind: Op.transferIn, user: userId, asset, transferId: transferId++, amount: units });
  }

  async function passQuiz(userId: number): Promise<void> {
    await api.parts.pool.query('UPDATE users SET futures_quiz_passed_at = now() WHERE id = $1', [userId]);
  }

  await until('the engine leads', async () => (await redis.exists(shardKeys(perpetualShard).lease)) === 1, 45_000);
  await configure();
  // The two may take their time to start; afterwards reads wait for seconds only.
  await settled.waitUntilSettled(live.view.seq, 90_000);
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = api.app.server.address() as { port: number };

  return {
    ...api,
    socketUrl: `ws://127.0.0.1:${port}/socket`,
    submit,
    tick,
    fund,
    /** A signed-in user who has passed the quiz, with USDT in the futures wallet. */
    async trader(email: string, amount?: string): Promise<TestUser> {
      const user = await api.signUp(email);
      await passQuiz(user.id);
      if (amount !== undefined) await fund(user.id, amount);
      return user;
    },
    /** An order that must be accepted. */
    async place(user: TestUser, order: Record<string, unknown>): Promise<PerpetualOrder> {
      const answer = await user.post('/v3/order', order);
      if (answer.status !== 200) throw new Error(`order refused: ${JSON.stringify(answer.body)}`);
      return answer.body as unknown as PerpetualOrder;
    },
    async positions(user: TestUser): Promise<OpenPosition[]> {
      return (await user.get<{ result: OpenPosition[] }>('/v3/open-positions')).body.result;
    },
    settled: () => settled.waitUntilSettled(live.view.seq, 60_000),
    async close() {
      clearInterval(keptAlive);
      await processes.stop();
      await api.close();
    },
  };
}
