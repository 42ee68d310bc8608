/** Who calls the API process, what callers may do, and how much each may ask for. */
import type { UnopenedAssets } from '../../catalog/index.ts';
import {
  type AnnounceCommitted,
  type Authenticator,
  createAnnouncer,
  createAuthenticator,
  createGuards,
  createRefreshTokens,
  createSessions,
  createTokens,
  type Sessions,
  type Tokens,
} from '../../identity/index.ts';
import type { KnownAsset, KnownAssets } from '../../live/index.ts';
import type { PaymentProviders } from '../../modules/fiat/index.ts';
import type { SystemFlags } from '../../modules/system/index.ts';
import type { ClientTexts } from '../../modules/texts/index.ts';
import { writeNotices } from '../../notices/index.ts';
import { readDeployment, readsMax } from '../../platform/database/index.ts';
import { clamdScanner, createUploads, type Uploads } from '../../platform/files/index.ts';
import {
  type CsrfTokens,
  createCsrfTokens,
  createPrivateReadQueue,
  createPublicReadQueue,
  createRateLimit,
  type Guards,
  type PrivateReads,
  type PublicReads,
  type ReadLimits,
  type UserRateLimit,
} from '../../platform/http/index.ts';
import type { AppParts } from './parts.ts';
import { createSignInParts, type SignInParts } from './sign-in.ts';

export interface Access {
  tokens: Tokens;
  authenticator: Authenticator;
  sessions: Sessions;
  csrf: CsrfTokens;
  signIn: SignInParts;
  guards: Guards;
  /** Announces to every process that an account has changed. */
  announce: AnnounceCommitted;
  /** What anybody may read, and what users read of their own: in turns, on connections apart from those that trading needs. */
  publicReads: PublicReads;
  privateReads: PrivateReads;
  orderLimit: UserRateLimit;
  transferLimit: UserRateLimit;
  uploads: Uploads;
}

/** What the groups of routes in this folder are given; each names the parts that it takes. */
export interface ServedParts extends AppParts, Access {
  now: () => number;
  flags: SystemFlags;
  clientTexts: ClientTexts;
  unopened: UnopenedAssets;
  knownAsset: KnownAsset;
  knownAssets: KnownAssets;
  /** By the names that methods have for them. */
  providers: PaymentProviders;
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

/** Stop its authenticator when the application closes. */
export async function createAccess(parts: AppParts & { now: () => number }): Promise<Access> {
  const { config, log, pool, readPools, prisma, redis, now } = parts;
  const tokens = createTokens(config.accessTokenSecret, now);
  const { apiKeyEncryptionKeys, kycRequired, restrictedCountries } = config;
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
  const sessions = createConfiguredSessions(parts, tokens);
  const signIn = createSignInParts({ config, pool, prisma, redis, sessions, tokens, log, now });
  const orderLimit = createRateLimit<number>(config.ordersPerSecond);
  const transferLimit = createRateLimit<number>(config.transfersPerMinute / 60, config.transfersPerMinute);
  const privateReads = {
    pool: readPools.private,
    queue: createPrivateReadQueue(readLimits(config.privateRowsPerSecondPerUser, 10)),
  };
  return {
    tokens,
    authenticator,
    sessions,
    csrf: createCsrfTokens(config.accessTokenSecret),
    signIn,
    guards: createGuards(authenticator, signIn.stepUps, {
      identificationsPerMinute: config.authRequestsPerMinutePerIp,
      changes: { trade: orderLimit, transfer: transferLimit },
      reads: privateReads.queue,
      isDemo: async () => (await readDeployment(pool)).isDemo,
    }),
    announce: createAnnouncer({ redis, log }),
    publicReads: {
      pool: readPools.public,
      queue: createPublicReadQueue(readLimits(config.publicRowsPerSecondPerIp, 20)),
    },
    privateReads,
    orderLimit,
    transferLimit,
    uploads: createUploads({ redis, scan: config.fileScanner ? clamdScanner(config.fileScanner) : undefined }),
  };
}

function createConfiguredSessions(parts: AppParts & { now: () => number }, tokens: Tokens): Sessions {
  const { config, prisma, redis, now } = parts;
  const { accessTokenSecret, accessTokenSeconds, sessionDays, sessionIdleDays } = config;
  return createSessions({
    prisma,
    redis,
    tokens,
    refreshTokens: createRefreshTokens(accessTokenSecret),
    accessTokenSeconds,
    sessionDays,
    idleDays: sessionIdleDays,
    onReuse: (tx, userId, { ip, userAgent }) =>
      writeNotices(tx, [{ userId, kind: 'session_stolen', payload: { ip, userAgent } }]),
    now,
  });
}
