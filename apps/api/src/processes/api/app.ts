/** Builds the HTTP application from its parts; main.ts and the tests give them. */
import type { PrismaClient } from '@pelican/prisma/client.ts';
import { firstOfKind } from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import type { Logger } from 'pino';
import { registerSocket, type SocketLimits } from '../../adapters/socket/index.ts';
import {
  type ActionDeps,
  createAnnouncer,
  createAuthenticator,
  createGuards,
  createRefreshTokens,
  createSessions,
  createTokens,
  type Tokens,
} from '../../identity/index.ts';
import type { LivePerpetualData, PerpetualEngine, SpotVenue } from '../../live/index.ts';
import { apiKeyRoutes, createApiKeyService } from '../../modules/api-keys/index.ts';
import { authRoutes, createHashQueue, createSessionCookies } from '../../modules/auth/index.ts';
import { captchaRoutes } from '../../modules/captcha/index.ts';
import { chatOperatorRoutes, chatRoutes } from '../../modules/chat/index.ts';
import { createDeletionService, deletionRoutes } from '../../modules/deletion/index.ts';
import { factorRecoveryOperatorRoutes, factorRecoveryRoutes } from '../../modules/factor-recovery/index.ts';
import { healthRoutes } from '../../modules/health/index.ts';
import { createKycService, kycOperatorRoutes, kycRoutes } from '../../modules/kyc/index.ts';
import { marketRoutes } from '../../modules/markets/index.ts';
import { mailboxRoutes, noticeRoutes } from '../../modules/notices/index.ts';
import { createOperatorConsole, operationsRoutes } from '../../modules/operations/index.ts';
import { createPasswordService, passwordRoutes } from '../../modules/passwords/index.ts';
import { futuresBalancesOf, perpetualRoutes } from '../../modules/perpetual/index.ts';
import { createPhones } from '../../modules/phones/index.ts';
import { referralRoutes } from '../../modules/referrals/index.ts';
import {
  createPasskeyService,
  createPhoneService,
  createSecurityService,
  securityRoutes,
} from '../../modules/security/index.ts';
import { sessionRoutes } from '../../modules/sessions/index.ts';
import { createSettingsService, settingsRoutes } from '../../modules/settings/index.ts';
import { createSignUpService, createVerification, signUpRoutes } from '../../modules/sign-up/index.ts';
import { createSpotService, spotRoutes } from '../../modules/spot/index.ts';
import { supportOperatorRoutes, supportRoutes } from '../../modules/support/index.ts';
import { countryNames, systemRoutes } from '../../modules/system/index.ts';
import { createWalletService, walletRoutes, walletShards } from '../../modules/wallet/index.ts';
import { publishPush, writeNotices } from '../../notices/index.ts';
import type { Config } from '../../platform/config/index.ts';
import { readDeployment, readsMax } from '../../platform/database/index.ts';
import { clamdScanner, createUploads } from '../../platform/files/index.ts';
import {
  createCsrfTokens,
  createHttpServer,
  createPrivateReadQueue,
  createPublicReadQueue,
  createRateLimit,
  describeApi,
  type Guards,
  type HttpServer,
  type ReadLimits,
  serveApiDocument,
  serveClient,
} from '../../platform/http/index.ts';
import { metricsRoutes } from '../../platform/metrics/index.ts';
import type { Intake } from '../../shards/index.ts';
import { addRedisMetrics, deliverOutbox, readCursor, type SettledWaiter } from '../../shards/index.ts';
import { readTickerState } from '../../ticker/index.ts';
import { createSignInParts } from './sign-in.ts';

export interface AppParts {
  config: Config;
  log: Logger;
  /** For bulk and hot paths, and for locks. */
  pool: pg.Pool;
  /** For what anybody may ask, and for what users ask about their own. */
  readPools: { public: pg.Pool; private: pg.Pool };
  /** With the rights of operators; undefined where the process serves none. */
  operatorPool: pg.Pool | undefined;
  /** For ordinary reads and writes, on the same pool. */
  prisma: PrismaClient;
  /** A connection whose commands fail after seconds. */
  redis: Redis;
  spot: SpotVenue;
  perpetual: PerpetualParts;
  /** Whether new orders are taken. */
  intake: Intake;
  socketLimits: SocketLimits;
  now?: () => number;
}

export interface PerpetualParts {
  engine: PerpetualEngine;
  live: LivePerpetualData;
  settled: SettledWaiter;
}

/** @param burstSeconds rows of so many seconds may be asked for at once */
function readLimits(rowsPerSecond: number, burstSeconds: number): ReadLimits {
  return {
    rowsPerSecond,
    rowsBurst: rowsPerSecond * burstSeconds,
    runningMax: readsMax,
    waitingMaxOfLane: 100,
    waitingMax: 1_000,
  };
}

/** The application, ready to listen or to be injected into. Closing it leaves the parts open. */
export async function buildApp(parts: AppParts): Promise<HttpServer> {
  const { config, log, pool, prisma, redis, spot: live, perpetual, intake, now = Date.now } = parts;
  const tokens = createTokens(config.accessTokenSecret, now);
  const { apiKeyEncryptionKeys, kycRequired, accessTokenSeconds, sessionDays, publicUrl, restrictedCountries } = config;
  const authenticator = await createAuthenticator({
    pool,
    redis,
    tokens,
    apiKeyEncryptionKeys,
    kycRequired,
    restrictedCountries,
    log,
    now,
  });
  const refreshTokens = createRefreshTokens(config.accessTokenSecret);
  const sessions = createSessions({
    prisma,
    redis,
    tokens,
    refreshTokens,
    accessTokenSeconds,
    sessionDays,
    idleDays: config.sessionIdleDays,
    onReuse: (tx, userId, { ip, userAgent }) =>
      writeNotices(tx, [{ userId, kind: 'session_stolen', payload: { ip, userAgent } }]),
    now,
  });
  const catalog = () => live.catalog();
  const kyc = createKycService({
    pool,
    encryptionKeys: apiKeyEncryptionKeys,
    restrictedCountries,
    rules: { watchedCountries: config.watchedCountries, hasProvider: config.kycProviderSecret !== undefined },
    countryList: countryNames(),
  });
  const settings = createSettingsService({
    pool,
    prisma,
    engines: live.shards.map(({ engine }) => engine),
    catalog,
    personal: kyc.personal,
    verificationState: kyc.verificationState,
  });
  const placing = {
    rateLimit: createRateLimit<number>(config.ordersPerSecond),
    require: authenticator.require,
  };
  const transferLimit = createRateLimit<number>(config.transfersPerMinute / 60, config.transfersPerMinute);
  const publicReads = {
    pool: parts.readPools.public,
    queue: createPublicReadQueue(readLimits(config.publicRowsPerSecondPerIp, 20)),
  };
  const privateReads = {
    pool: parts.readPools.private,
    queue: createPrivateReadQueue(readLimits(config.privateRowsPerSecondPerUser, 10)),
  };
  const announce = createAnnouncer({ redis, log });
  const signIn = createSignInParts({ config, pool, prisma, redis, sessions, tokens, log, now });
  const { stepUps } = signIn;
  const guards = createGuards(authenticator, stepUps, {
    identificationsPerMinute: config.authRequestsPerMinutePerIp,
    changes: { trade: placing.rateLimit, transfer: transferLimit },
    reads: privateReads.queue,
    isDemo: async () => (await readDeployment(pool)).isDemo,
  });
  const own = { trade: firstOfKind(config.shards, 'spot'), futures: firstOfKind(config.shards, 'perpetual') };
  const wallet = createWalletService({
    pool,
    live,
    shards: walletShards({
      spot: live.shards,
      perpetual: [{ shard: own.futures, ...perpetual }],
    }),
    own,
    futuresBalancesOf: (userId) => futuresBalancesOf(perpetual.live, userId),
    rateLimit: transferLimit,
  });
  const spot = createSpotService({
    ...placing,
    live,
    pool,
    gather: (wanted) => wallet.gather(wanted),
    requireIntake: (shard) => intake.requireOpen(shard),
  });

  const app = await createHttpServer(config, log);
  app.addHook('onClose', () => authenticator.stop());
  metricsRoutes(app, config.metricsToken, {
    engineWaiting: () => live.shards.reduce((sum, { engine }) => sum + engine.waiting, 0),
    openOrders: () => live.view.orders.size,
    perpetualWaiting: () => perpetual.engine.waiting,
    perpetualOpenOrders: () => perpetual.live.view.orders.size,
    openPositions: () => perpetual.live.view.positions.size,
    shards: config.shards,
    takesOrders: (shard) => intake.closedBecause(shard) === undefined,
    pool,
    addTo: (registry) => addRedisMetrics(registry, redis, config.shards),
  });
  await describeApi(app);
  healthRoutes(app, guards, {
    pool,
    redis,
    settledPosition: async (shard) => (await readCursor(pool, shard)).position,
    shards: [...live.shards.map(({ shard }) => shard), firstOfKind(config.shards, 'perpetual')],
    appliedPosition: ({ id }) =>
      (live.shards.find(({ shard }) => shard.id === id)?.live ?? perpetual.live).view.position,
    intakeClosedBecause: (shard) => intake.closedBecause(shard),
    lastTick: async () => (await readTickerState(redis))?.n,
    operatorToken: config.metricsToken,
    now,
  });
  // Apart from sign-ins: a flood of sign-ups delays each of them by one hash at most.
  const newPasswords = createHashQueue({ runningMax: 1, waitingMax: 20 });
  authRoutes(app, {
    ...signIn,
    newPasswords,
    sessions,
    cookies: createSessionCookies({ secure: publicUrl.startsWith('https:'), maxAgeSeconds: sessionDays * 86_400 }),
    csrf: createCsrfTokens(config.accessTokenSecret),
    guards,
  });
  const accountOfTicket = (ticket: string, ip: string) => signIn.steps.accountOf(ticket, ip);
  factorRecoveryRoutes(app, { ...signIn, accountOfTicket, guards });
  const { captcha } = signIn;
  captchaRoutes(app, { captcha, guards });
  const phones = createPhones({ ...signIn, restrictedCountries });
  signUpRoutes(app, {
    captcha,
    verification: createVerification({ ...signIn, phones, pool, prisma, tokens }),
    stepUps,
    signUp: createSignUpService({
      prisma,
      tokens,
      hashes: newPasswords,
      checks: signIn.checks,
      phones,
      restrictedCountries,
    }),
    guards,
  });
  passwordRoutes(app, {
    captcha,
    passwords: createPasswordService({
      pool,
      announce,
      tokens,
      ...signIn,
      factorChecks: signIn.checks,
      hashes: newPasswords,
      withdrawalLockHours: config.withdrawalLockHours,
      log,
    }),
    guards,
  });
  const factorParts = { ...signIn, pool, announce, withdrawalLockHours: config.withdrawalLockHours };
  securityRoutes(app, {
    security: createSecurityService({ ...factorParts, redis, encryptionKeys: apiKeyEncryptionKeys, now }),
    phones: createPhoneService({ ...factorParts, phones }),
    passkeys: createPasskeyService(factorParts),
    stepUps,
    guards,
  });
  systemRoutes(app, {
    config,
    tokens,
    guards,
    catalog,
    perpetualMarkets: () => perpetual.live.catalog().instruments.map((instrument) => instrument.name),
    saveLocale: (caller, locale) => settings.changeGeneral(caller, { locale }),
  });
  apiKeyRoutes(app, {
    apiKeys: createApiKeyService({
      pool,
      announce,
      encryptionKeys: apiKeyEncryptionKeys,
      factorChecks: signIn.checks,
      now,
    }),
    privateReads,
    guards,
  });
  deletionRoutes(app, {
    deletion: createDeletionService({ pool, factorChecks: signIn.checks, now }),
    guards,
  });
  sessionRoutes(app, { pool, privateReads, announce, config, guards });
  settingsRoutes(app, { settings, guards });
  noticeRoutes(app, { pool, privateReads, guards });
  const uploads = createUploads({ redis, scan: config.fileScanner ? clamdScanner(config.fileScanner) : undefined });
  await supportRoutes(app, {
    pool,
    redis,
    publicReads,
    privateReads,
    uploads,
    encryptionKeys: apiKeyEncryptionKeys,
    captcha,
    guards,
  });
  chatRoutes(app, { pool, redis, log, publicReads, guards });
  marketRoutes(app, { prisma, live, perpetual: perpetual.live, guards });
  walletRoutes(app, { wallet, guards });
  referralRoutes(app, { pool, privateReads, publicUrl, guards });
  spotRoutes(app, { spot, live, privateReads, guards });
  perpetualRoutes(app, {
    ...placing,
    engine: perpetual.engine,
    live: perpetual.live,
    pool,
    publicReads,
    privateReads,
    prisma,
    redis,
    guards,
    waitUntilSettled: (seq) => perpetual.settled.waitUntilSettled(seq),
    requireIntake: () => intake.requireOpen(firstOfKind(config.shards, 'perpetual')),
  });
  await registerSocket(app, {
    live,
    perpetual: perpetual.live,
    spot,
    publicReads,
    privateReads,
    redis,
    authenticator,
    limits: parts.socketLimits,
    origins: [new URL(publicUrl).origin, ...config.corsOrigins],
    log,
  });
  await kycRoutes(app, {
    kyc,
    uploads,
    csrf: createCsrfTokens(config.accessTokenSecret),
    guards,
    providerSecret: config.kycProviderSecret,
  });
  if (parts.operatorPool) serveOperators(app, { ...parts, tokens }, parts.operatorPool, guards);
  if (config.devMailbox) mailboxRoutes(app, { pool, publicUrl, push: (push) => publishPush(redis, push) });
  await serveApiDocument(app);
  await serveClient(app, config.webDist);
  await app.ready();
  return app;
}

/** The calls of the operator console, of all domains. */
function serveOperators(
  app: HttpServer,
  { config, redis, log, tokens }: AppParts & { tokens: Tokens },
  pool: pg.Pool,
  guards: Guards,
): void {
  const actions: ActionDeps = {
    pool,
    redis: async () => redis,
    deliver: (subjects) => deliverOutbox({ pool, redis: async () => redis, shards: config.shards }, subjects),
    warn: (message) => log.warn(message),
  };
  const operators = createOperatorConsole({ actions, guards });
  operationsRoutes(app, operators, { actions, secure: config.publicUrl.startsWith('https:') });
  supportOperatorRoutes(app, operators, config.apiKeyEncryptionKeys);
  chatOperatorRoutes(app, operators);
  kycOperatorRoutes(app, operators, config.apiKeyEncryptionKeys);
  factorRecoveryOperatorRoutes(app, operators, tokens);
}
