/**
 * The real API with the real engine and settlement beside it, listening on a port.
 *
 *   const exchange = await startTradingApi();
 *   const alice = await exchange.trader('alice@test.local', { USDT: '100000', LTC: '1000' });
 */
import { configureEngine, fund } from './fund-engine.ts';
import { startShardProcesses } from './shard-processes.ts';
import { startTestApi, type TestUser } from './test-api.ts';

export type TradingApi = Awaited<ReturnType<typeof startTradingApi>>;

/** @param environment settings beside the defaults of a test, as environment variables */
export async function startTradingApi(environment: Record<string, string> = {}) {
  // On a busy machine a burst is settled minutes later; who tests what happens then sets a limit.
  const api = await startTestApi({ ORDERS_PER_SECOND: '1000000', INTAKE_LAG_SECONDS: '3600', ...environment });
  const processes = startShardProcesses({ ...api, env: environment });
  await configureEngine(api);
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = api.app.server.address() as { port: number };

  return {
    ...api,
    port,
    socketUrl: `ws://127.0.0.1:${port}/socket`,
    /** A signed-in user with money in the trade wallet. */
    async trader(email: string, amounts: Record<string, string> = {}): Promise<TestUser> {
      const user = await api.signUp(email);
      await fund(api, user, amounts);
      return user;
    },
    async close() {
      await processes.stop();
      await api.close();
    },
  };
}
