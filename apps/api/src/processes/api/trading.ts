/** Routes of markets, wallets and orders, and the socket. */
import { firstOfKind } from '@pelican/shared/engine';
import { queryRoutes, registerSocket } from '../../adapters/socket/index.ts';
import { createSandboxChain } from '../../chains/index.ts';
import { bankVerifier } from '../../demo/bank-verifier.ts';
import { createTransferCodeGuesses } from '../../modules/auth/index.ts';
import { type CodeService, codeRoutes, createCodeService } from '../../modules/codes/index.ts';
import { createDepositsService, depositsRoutes, sandboxExplorerRoutes } from '../../modules/deposits/index.ts';
import { createExportService, exportRoutes } from '../../modules/exports/index.ts';
import { createInrBankService, createInrDepositService, inrRoutes } from '../../modules/inr/index.ts';
import { disputeRoutes, followIndexes, loanRoutes } from '../../modules/loans/index.ts';
import { marketRoutes } from '../../modules/markets/index.ts';
import { createPaymentsService, paymentsRoutes } from '../../modules/payments/index.ts';
import { futuresBalancesOf, perpetualRoutes } from '../../modules/perpetual/index.ts';
import { portfolioRoutes } from '../../modules/portfolio/index.ts';
import { reservesRoutes } from '../../modules/reserves/index.ts';
import { createSpotService, requireMarket, type SpotService, spotRoutes } from '../../modules/spot/index.ts';
import { statementRoutes } from '../../modules/statements/index.ts';
import { taxRoutes } from '../../modules/tax/index.ts';
import { createWalletService, type WalletService, walletRoutes, walletShards } from '../../modules/wallet/index.ts';
import type { WithdrawalService } from '../../modules/withdrawals/index.ts';
import type { HttpServer } from '../../platform/http/index.ts';
import { collectExportKinds } from '../export-kinds.ts';
import type { ServedParts } from './access.ts';
import { serveFiat } from './fiat.ts';
import { livePriceOf } from './price-sources.ts';
import { createWithdrawals, serveWithdrawals } from './withdrawals.ts';

type TradingParts = Pick<
  ServedParts,
  | 'config'
  | 'log'
  | 'pool'
  | 'prisma'
  | 'redis'
  | 'spot'
  | 'perpetual'
  | 'spotIndexes'
  | 'intake'
  | 'flags'
  | 'socketLimits'
  | 'authenticator'
  | 'signIn'
  | 'csrf'
  | 'guards'
  | 'providers'
  | 'publicReads'
  | 'privateReads'
  | 'orderLimit'
  | 'transferLimit'
  | 'unopened'
  | 'knownAsset'
  | 'uploads'
  | 'knownAssets'
>;

export async function serveTrading(app: HttpServer, parts: TradingParts): Promise<void> {
  const { pool, prisma, spot: live, perpetual, guards, privateReads, unopened, knownAsset } = parts;
  const withdrawals = createWithdrawals(parts);
  const wallet = createWallet(parts, withdrawals.withdrawals);
  const spot = createSpot(parts, wallet);
  marketRoutes(app, { pool, prisma, live, perpetual: perpetual.live, unopened, guards });
  walletRoutes(app, { wallet, guards });
  portfolioRoutes(app, { catalog: () => live.catalog(), wallet, privateReads, guards });
  reservesRoutes(app, { publicReads: parts.publicReads, privateReads, guards });
  statementRoutes(app, { knownAsset, privateReads, guards, waitForOwn: wallet.waitForOwn });
  serveExports(app, parts, wallet);
  taxRoutes(app, { pool: parts.pool, privateReads, guards });
  const payments = createPaymentsService({ pool, catalog: () => live.catalog(), knownAsset });
  paymentsRoutes(app, { payments, guards });
  codeRoutes(app, { codes: createCodes(parts), privateReads, guards });
  serveInr(app, parts);
  await serveFiat(app, parts);
  serveWithdrawals(app, parts, withdrawals);
  serveDeposits(app, parts);
  spotRoutes(app, { spot, live, privateReads, guards });
  servePerpetual(app, parts);
  await serveLoans(app, parts);
  await serveSocket(app, parts, spot);
}

function serveExports(app: HttpServer, parts: TradingParts, { waitForOwn }: Pick<WalletService, 'waitForOwn'>): void {
  const { config, pool, privateReads, redis, spot, knownAsset, guards } = parts;
  const encryptionKeys = config.apiKeyEncryptionKeys;
  const exports = createExportService({
    pool,
    privateReads,
    redis,
    encryptionKeys,
    kinds: collectExportKinds(),
    requireMarket: (pair, userId) => requireMarket(spot, pair, userId),
    waitForOwn,
  });
  exportRoutes(app, { exports, knownAsset, guards });
}

function serveDeposits(app: HttpServer, parts: TradingParts): void {
  const { config, pool, spot, knownAsset, authenticator, guards } = parts;
  const { sandboxChainUrl } = config;
  const deposits = createDepositsService({
    pool,
    knownAsset,
    payments: createPaymentsService({ pool, catalog: () => spot.catalog(), knownAsset }),
    require: authenticator.require,
    sandbox: sandboxChainUrl === undefined ? undefined : createSandboxChain(sandboxChainUrl),
  });
  depositsRoutes(app, { deposits, guards });
  if (sandboxChainUrl !== undefined) sandboxExplorerRoutes(app, sandboxChainUrl);
}

function createWallet(
  { config, pool, spot: live, perpetual, transferLimit, unopened, knownAsset }: TradingParts,
  { withdrawableOf }: Pick<WithdrawalService, 'withdrawableOf'>,
): WalletService {
  const own = { trade: firstOfKind(config.shards, 'spot'), futures: firstOfKind(config.shards, 'perpetual') };
  return createWalletService({
    pool,
    live,
    shards: walletShards({ spot: live.shards, perpetual: [{ shard: own.futures, ...perpetual }] }),
    own,
    futuresBalancesOf: (userId) => futuresBalancesOf(perpetual.live, userId),
    withdrawableOf,
    unopened,
    knownAsset,
    rateLimit: transferLimit,
  });
}

function createCodes(parts: TradingParts): CodeService {
  const { config, pool, redis, spot: live, perpetual, authenticator, signIn } = parts;
  return createCodeService({
    pool,
    knownAsset: parts.knownAsset,
    require: authenticator.require,
    codes: signIn.codes,
    factorChecks: signIn.checks,
    guesses: createTransferCodeGuesses(redis),
    priceOf: livePriceOf(live, perpetual.live, config.withdrawals.priceVolumeUsd),
    rules: config.withdrawals,
  });
}

function serveInr(app: HttpServer, parts: TradingParts): void {
  const { config, pool, spot: live, knownAsset, signIn, authenticator, privateReads, guards } = parts;
  const encryptionKeys = config.apiKeyEncryptionKeys;
  const payments = createPaymentsService({ pool, catalog: () => live.catalog(), knownAsset });
  inrRoutes(app, {
    banks: createInrBankService({ pool, encryptionKeys, verifier: bankVerifier }),
    deposits: createInrDepositService({ pool, payments, require: authenticator.require }),
    stepUps: signIn.stepUps,
    privateReads,
    guards,
  });
}

function createSpot(parts: TradingParts, wallet: Pick<WalletService, 'gather'>): SpotService {
  const { pool, spot: live, intake, flags, authenticator, orderLimit } = parts;
  return createSpotService({
    rateLimit: orderLimit,
    require: authenticator.require,
    live,
    knownAsset: parts.knownAsset,
    pool,
    gather: (wanted) => wallet.gather(wanted),
    requireQuickSwap: () => flags.requireQuickSwap(),
    requireIntake(shard) {
      flags.requireTrading('spot');
      intake.requireOpen(shard);
    },
  });
}

function servePerpetual(app: HttpServer, parts: TradingParts): void {
  const { config, pool, prisma, redis, perpetual, intake, flags, authenticator, guards, publicReads, privateReads } =
    parts;
  perpetualRoutes(app, {
    rateLimit: parts.orderLimit,
    require: authenticator.require,
    engine: perpetual.engine,
    live: perpetual.live,
    pool,
    publicReads,
    privateReads,
    prisma,
    redis,
    guards,
    waitUntilSettled: (seq) => perpetual.settled.waitUntilSettled(seq),
    requireIntake() {
      flags.requireTrading('perpetual');
      intake.requireOpen(firstOfKind(config.shards, 'perpetual'));
    },
  });
}

async function serveLoans(app: HttpServer, parts: TradingParts): Promise<void> {
  const { pool, spot: live, perpetual, unopened, flags, authenticator, publicReads, privateReads, guards } = parts;
  loanRoutes(app, {
    pool,
    redis: parts.redis,
    catalog: () => live.catalog(),
    unopened,
    prices: followIndexes(perpetual.live.view, parts.spotIndexes),
    require: authenticator.require,
    flags,
    publicReads,
    privateReads,
    guards,
  });
  const { config, redis, uploads } = parts;
  const encryptionKeys = config.apiKeyEncryptionKeys;
  await disputeRoutes(app, {
    pool,
    redis,
    catalog: () => live.catalog(),
    encryptionKeys,
    privateReads,
    uploads,
    guards,
  });
}

async function serveSocket(app: HttpServer, parts: TradingParts, spot: SpotService): Promise<void> {
  const { config, log, redis, perpetual, socketLimits, authenticator, guards, publicReads, privateReads } = parts;
  const queries = await registerSocket(app, {
    live: parts.spot,
    perpetual: perpetual.live,
    spot,
    unopened: parts.unopened,
    knownAssets: parts.knownAssets,
    publicReads,
    privateReads,
    redis,
    authenticator,
    limits: socketLimits,
    origins: [new URL(config.publicUrl).origin, ...config.corsOrigins],
    log,
  });
  queryRoutes(app, { queries, guards, log });
}
