/** What operators publish, over HTTP. */
import { contentEndpoints } from '@pelican/shared/contracts/content';
import type { MarketListItem } from '@pelican/shared/contracts/markets';
import { languageCodes } from '@pelican/shared/contracts/system';
import type { Catalog, UnopenedAssets } from '../../catalog/index.ts';
import { sharedRead } from '../../platform/database/index.ts';
import {
  type Guards,
  type HttpServer,
  type PublicReads,
  pageRows,
  queryRows,
  serve,
} from '../../platform/http/index.ts';
import { listAnnouncements, readAnnouncement } from './announcements.ts';
import { listBanners } from './banners.ts';
import { listFrontCurrencies } from './front-currencies.ts';
import { listNews, listPartners, listTweets, readDigest } from './front-page.ts';
import { readImage } from './images.ts';
import { listCards } from './listing-cards.ts';

export interface ContentRoutesDeps {
  publicReads: PublicReads;
  catalog(): Catalog;
  unopened: UnopenedAssets;
  /** All that are not closed, with their figures. */
  markets(): readonly MarketListItem[];
  guards: Guards;
}

/** A picture never changes. */
const imageSeconds = 31_536_000;
const bannersMs = 2_000;

export function contentRoutes(app: HttpServer, deps: ContentRoutesDeps): void {
  const { publicReads, catalog, unopened, markets, guards } = deps;
  const { queue, pool } = publicReads;
  /** An answer of one query, which everybody gets alike. */
  const read = <Result>(ip: string, work: () => Promise<Result>) => {
    queue.spend(ip, queryRows);
    return queue.run(ip, work);
  };

  /** Every page that is open asks each minute: of each language there is one read for all. */
  const bannersIn = new Map(
    languageCodes.map((lang) => [lang, sharedRead(bannersMs, () => listBanners(pool, app.log, lang))] as const),
  );

  serve(app, guards, contentEndpoints, {
    'GET /v2/announcements': ({ query, request: { ip } }) => {
      queue.spend(ip, queryRows + pageRows(query));
      return queue.run(ip, () => listAnnouncements(pool, query));
    },
    'GET /v2/announcements/:slug': ({ params: { slug }, query: { lang }, request: { ip } }) =>
      read(ip, () => readAnnouncement(pool, slug, lang)),
    'GET /v2/listing-cards': ({ query, request: { ip, log } }) =>
      read(ip, () => listCards(pool, { catalog: catalog(), unopened, log }, query)),
    'GET /v2/banners': async ({ query: { lang } }) => (await bannersIn.get(lang)?.()) ?? { result: [] },
    'GET /v2/front_page/partners': ({ query: { lang }, request: { ip, log } }) =>
      read(ip, () => listPartners(pool, log, lang)),
    'GET /v2/front_page/currencies': ({ request: { ip, log } }) =>
      read(ip, () => listFrontCurrencies(pool, log, markets())),
    'GET /v2/front_page/news': ({ query: { lang }, request: { ip, log } }) => read(ip, () => listNews(pool, log, lang)),
    'GET /v2/front_page/digest': ({ query: { lang }, request: { ip, log } }) =>
      read(ip, () => readDigest(pool, log, lang)),
    'GET /v2/tweets': ({ query: { lang }, request: { ip, log } }) => read(ip, () => listTweets(pool, log, lang)),
    'GET /v2/content/images/:hash': async ({ params: { hash }, request: { ip }, reply }) => {
      queue.spend(ip, queryRows);
      const webp = await queue.run(ip, () => readImage(pool, hash));
      return reply
        .header('cache-control', `public, max-age=${imageSeconds}, immutable`)
        .header('content-security-policy', "default-src 'none'; sandbox")
        .type('image/webp')
        .send(webp);
    },
  });
}
