/** What operators publish, over HTTP. */
import { contentEndpoints } from '@pelican/shared/contracts/content';
import type { FastifyReply } from 'fastify';
import type { Catalog } from '../../catalog/index.ts';
import {
  type Guards,
  type HttpServer,
  type PublicReads,
  pageRows,
  queryRows,
  serve,
} from '../../platform/http/index.ts';
import { listAnnouncements, readAnnouncement } from './announcements.ts';
import { listCards } from './listing-cards.ts';

export interface ContentRoutesDeps {
  publicReads: PublicReads;
  catalog(): Catalog;
  guards: Guards;
}

/** What is published, or hidden, is so for everybody this much later. */
const freshSeconds = 5;

export function contentRoutes(app: HttpServer, { publicReads, catalog, guards }: ContentRoutesDeps): void {
  const { queue, pool } = publicReads;
  const cached = (reply: FastifyReply) => reply.header('cache-control', `public, max-age=${freshSeconds}`);

  serve(app, guards, contentEndpoints, {
    'GET /v2/announcements': ({ query, request: { ip }, reply }) => {
      queue.spend(ip, queryRows + pageRows(query));
      cached(reply);
      return queue.run(ip, () => listAnnouncements(pool, query));
    },
    'GET /v2/announcements/:slug': ({ params: { slug }, query: { lang }, request: { ip }, reply }) => {
      queue.spend(ip, queryRows);
      cached(reply);
      return queue.run(ip, () => readAnnouncement(pool, slug, lang));
    },
    'GET /v2/listing-cards': ({ query, request: { ip, log }, reply }) => {
      queue.spend(ip, queryRows);
      cached(reply);
      return queue.run(ip, () => listCards(pool, { catalog: catalog(), log }, query));
    },
  });
}
