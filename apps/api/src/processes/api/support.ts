/** Routes of support, of the public chat and of announcements. */
import { chatRoutes } from '../../modules/chat/index.ts';
import { contentRoutes } from '../../modules/content/index.ts';
import { viewMarkets } from '../../modules/markets/index.ts';
import { supportRoutes } from '../../modules/support/index.ts';
import type { HttpServer } from '../../platform/http/index.ts';
import type { ServedParts } from './access.ts';

type SupportParts = Pick<
  ServedParts,
  | 'config'
  | 'log'
  | 'pool'
  | 'redis'
  | 'spot'
  | 'unopened'
  | 'signIn'
  | 'guards'
  | 'publicReads'
  | 'privateReads'
  | 'uploads'
>;

export async function serveSupport(app: HttpServer, parts: SupportParts): Promise<void> {
  const { config, log, pool, redis, spot, signIn, guards, publicReads, privateReads, uploads } = parts;
  await supportRoutes(app, {
    pool,
    redis,
    log,
    publicReads,
    privateReads,
    uploads,
    encryptionKeys: config.apiKeyEncryptionKeys,
    captcha: signIn.captcha,
    guards,
  });
  contentRoutes(app, {
    publicReads,
    catalog: () => spot.catalog(),
    unopened: parts.unopened,
    markets: () => viewMarkets(spot, new Set(), Math.floor(Date.now() / 1000)),
    guards,
  });
  chatRoutes(app, { pool, redis, log, publicReads, guards });
}
