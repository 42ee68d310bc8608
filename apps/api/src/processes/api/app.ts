/** Builds the HTTP application from its parts; main.ts and the tests give them. */
import { isClientLanguage } from '@pelican/shared/contracts/system';
import { createUnopenedAssets, publicMarkets } from '../../catalog/index.ts';
import { createKnownAssets } from '../../live/index.ts';
import { createAnnouncementHeads } from '../../modules/content/index.ts';
import { mailboxRoutes } from '../../modules/notices/index.ts';
import { linksOf, startSystemFlags } from '../../modules/system/index.ts';
import { createClientTexts, createMessageFiles, startChangedTexts } from '../../modules/texts/index.ts';
import { publishPush } from '../../notices/index.ts';
import {
  createHttpServer,
  describeApi,
  type HttpServer,
  serveApiDocument,
  serveClient,
} from '../../platform/http/index.ts';
import { openProviders } from '../payment-providers.ts';
import { createAccess, type ServedParts } from './access.ts';
import { serveAccount } from './account.ts';
import { serveConsole } from './console.ts';
import { serveHealth, serveMetrics } from './monitoring.ts';
import type { AppParts } from './parts.ts';
import { serveProfile } from './profile.ts';
import { serveSupport } from './support.ts';
import { serveTrading } from './trading.ts';

function namesOfMarkets({ spot, perpetual }: ServedParts, venue: 'spot' | 'perpetual'): string[] {
  const markets = venue === 'spot' ? publicMarkets(spot.catalog()) : perpetual.live.catalog().instruments;
  return markets.map(({ name }) => name);
}

/** The application, ready to listen or to be injected into. Closing it leaves the parts open. */
export async function buildApp(given: AppParts): Promise<HttpServer> {
  const { config, log, pool, redis, operatorPool, now = Date.now } = given;
  const access = await createAccess({ ...given, now });
  const providers = openProviders(given.config, given.redis);
  const flags = await startSystemFlags({ pool, log, links: linksOf(config.siteLinks) });
  const changedTexts = await startChangedTexts({ pool, log });
  const clientTexts = createClientTexts(createMessageFiles(config.webDist), changedTexts);
  const unopened = createUnopenedAssets({
    pool,
    spot: () => given.spot.catalog(),
    perpetual: () => given.perpetual.live.catalog(),
  });
  const known = createKnownAssets({ reads: access.privateReads, live: given.spot, unopened });
  const parts: ServedParts = { ...given, ...access, ...known, now, providers, flags, clientTexts, unopened };
  const app = await createHttpServer(config, log);
  app.addHook('onClose', () => {
    flags.stop();
    changedTexts.stop();
    return access.authenticator.stop();
  });
  serveMetrics(app, parts);
  await describeApi(app);
  serveHealth(app, parts);
  serveAccount(app, parts);
  await serveProfile(app, parts);
  await serveSupport(app, parts);
  await serveTrading(app, parts);
  if (operatorPool) await serveConsole(app, operatorPool, parts);
  if (config.devMailbox)
    mailboxRoutes(app, { pool, publicUrl: config.publicUrl, push: (push) => publishPush(redis, push) });
  await serveApiDocument(app);
  await serveClient(app, {
    webDist: config.webDist,
    publicUrl: config.publicUrl,
    markets: (venue) => namesOfMarkets(parts, venue),
    announcements: createAnnouncementHeads(parts.publicReads, log),
    supportWidget: config.supportWidget,
    hiddenLanguages: () => flags.current().languages.hidden,
    changedTexts: (language) => clientTexts.changed(isClientLanguage(language) ? language : 'en'),
  });
  await app.ready();
  return app;
}
