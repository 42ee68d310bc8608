/** The worker process: runs the jobs of all domains. A module's jobs are added to `collectJobs`. */

import { Gauge, type Registry } from 'prom-client';
import { createSandboxChain, openChains } from '../chains/index.ts';
import { type Job, openUpkeep, outboxFigures, startJobs } from '../jobs/index.ts';
import { chatJobs } from '../modules/chat/index.ts';
import { contentJobs } from '../modules/content/index.ts';
import { deletionJobs } from '../modules/deletion/index.ts';
import { depositJobs } from '../modules/deposits/index.ts';
import { openExportJobs } from '../modules/exports/index.ts';
import { factorRecoveryJobs } from '../modules/factor-recovery/index.ts';
import { fiatJobs, providerPayoutJobs } from '../modules/fiat/index.ts';
import { kycJobs } from '../modules/kyc/index.ts';
import { loanJobs, openSaleJobs } from '../modules/loans/index.ts';
import { listingJobs, marketListings } from '../modules/markets/index.ts';
import { paymentJobs } from '../modules/payments/index.ts';
import { payoutJobs } from '../modules/payouts/index.ts';
import { instrumentListings } from '../modules/perpetual/index.ts';
import { openPortfolioJobs } from '../modules/portfolio/index.ts';
import { promotionJobs } from '../modules/promotions/index.ts';
import { openReferralJobs } from '../modules/referrals/index.ts';
import { openReservesJobs } from '../modules/reserves/index.ts';
import { createSignerClient } from '../modules/signer/index.ts';
import { sweepJobs } from '../modules/sweeps/index.ts';
import { openTaxJobs } from '../modules/tax/index.ts';
import { withdrawalJobs } from '../modules/withdrawals/index.ts';
import { openNoticeJobs } from '../notices/index.ts';
import { ConfigError } from '../platform/config/index.ts';
import { createPool } from '../platform/database/index.ts';
import { createLogger } from '../platform/log/index.ts';
import { listenForMetrics } from '../platform/metrics/index.ts';
import { connectRedis } from '../platform/redis/index.ts';
import { deliverOutbox } from '../shards/index.ts';
import { collectExportKinds } from './export-kinds.ts';
import { openProviders } from './payment-providers.ts';
import { demandDemoForSandbox } from './sandbox-of-demo.ts';
import { readWorkerConfig, type WorkerConfig } from './worker/config.ts';
import { addExchangeMetrics } from './worker/exchange-metrics.ts';

async function main(): Promise<void> {
  const config = readWorkerConfig(process.env);
  const log = createLogger(config.logLevel, config.part);
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
  });
  const pool = createPool({ databaseUrl: config.databaseUrl, databasePoolMax: 10 }, log);
  await demandDemoForSandbox(pool, config);
  const redis = connectRedis(config.redisUrl, log);
  const { jobs, close } = await collectJobs({ config, pool, redis, log });
  const running = startJobs({ pool, redis, jobs, log });
  addOutboxMetrics(running.metrics, () => outboxFigures(pool));
  addExchangeMetrics(running.metrics, pool);
  const endpoint = await listenForMetrics(running.metrics, config.metrics);
  log.info('worker started');
  await stopped;
  await running.close();
  endpoint.close();
  await close();
  redis.disconnect();
  await pool.end();
  // While Redis is away, connections of BullMQ keep retrying and would keep the process from ending.
  process.exit();
}

interface CollectDeps {
  config: WorkerConfig;
  pool: ReturnType<typeof createPool>;
  redis: ReturnType<typeof connectRedis>;
  log: ReturnType<typeof createLogger>;
}

async function collectJobs({ config, ...deps }: CollectDeps): Promise<{ jobs: Job[]; close(): Promise<void> }> {
  const upkeep = await openUpkeep({ ...deps, shards: config.shards });
  const notices = await openNoticeJobs({ ...deps, ...config });
  const referrals = openReferralJobs({ databaseUrl: config.databaseUrl, log: deps.log });
  const portfolio = openPortfolioJobs({ databaseUrl: config.databaseUrl, log: deps.log });
  const exports = openExportJobs({ ...deps, databaseUrl: config.databaseUrl, kinds: collectExportKinds() });
  const reserves = openReservesJobs({ databaseUrl: config.databaseUrl, log: deps.log });
  const tax = openTaxJobs({ databaseUrl: config.databaseUrl, log: deps.log });
  const { pool, redis } = deps;
  const deliver = (subjects: string[]) =>
    deliverOutbox({ pool, redis: async () => redis, shards: config.shards }, subjects);
  const listings = [marketListings, instrumentListings];
  const sales = await openSaleJobs({ ...deps, shards: config.shards, deliver });
  return {
    jobs: [
      ...upkeep.jobs,
      ...notices.jobs,
      ...chatJobs(deps),
      ...contentJobs({ ...deps, ...config }),
      ...kycJobs({ ...deps, ...config }),
      ...listingJobs({ ...deps, deliver, listings }),
      ...referrals.jobs,
      ...portfolio.jobs,
      ...exports.jobs,
      ...reserves.jobs,
      ...tax.jobs,
      ...deletionJobs(deps),
      ...factorRecoveryJobs(deps),
      ...promotionJobs(deps),
      ...withdrawalJobs(deps),
      ...fiatJobs(deps),
      ...providerPayoutJobs({ ...deps, providers: openProviders(config, redis), limits: config.providerLimits }),
      ...paymentJobs(deps),
      ...loanJobs(deps),
      ...sales.jobs,
      ...networkJobs(config, deps),
    ],
    async close() {
      upkeep.close();
      notices.close();
      sales.close();
      await Promise.all([referrals.close(), portfolio.close(), exports.close(), reserves.close(), tax.close()]);
    },
  };
}

/** Of the networks that this deployment speaks to. */
function networkJobs(
  { signer, sandboxChainUrl, evmNetworks: evm, bitcoinNetworks: bitcoin }: WorkerConfig,
  { pool, log }: Omit<CollectDeps, 'config'>,
): Job[] {
  if (!signer) return [];
  const sandbox = sandboxChainUrl === undefined ? undefined : createSandboxChain(sandboxChainUrl);
  const parts = { pool, log, chains: openChains({ sandbox, evm, bitcoin }), signer: createSignerClient(signer) };
  return [...depositJobs(parts), ...payoutJobs({ ...parts, sandbox }), ...sweepJobs(parts)];
}

function addOutboxMetrics(registry: Registry, read: () => ReturnType<typeof outboxFigures>): void {
  const gauge = (name: string, help: string, figure: 'waiting' | 'oldestSeconds') =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set((await read())[figure]);
      },
    });
  gauge('outbox_waiting', 'Commands that the engine has not answered', 'waiting');
  gauge('outbox_oldest_seconds', 'Age of the oldest command that the engine has not answered', 'oldestSeconds');
}

await main().catch((error: Error) => {
  process.stderr.write(`${error instanceof ConfigError ? error.message : error.stack}\n`);
  process.exit(1);
});
