/** Serves the built web client: hashed files for good, the page itself never from a cache. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { isServerPath } from '@pelican/shared/client-paths';
import { DomainError } from '@pelican/shared/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendCacheable } from './cacheable-answer.ts';
import { addVary } from './headers.ts';
import { sendError } from './http-errors.ts';
import type { HttpServer } from './http-server.ts';
import type { ClientSite } from './page-head.ts';
import { createPageRenderer, type RenderedPage, robotsText } from './page-html.ts';
import { pagePermissions, pagePolicy, pagePolicyWith, workerPolicy } from './page-policy.ts';

/** @param site its folder is the client's build; where there is none only the API answers */
export async function serveClient(app: HttpServer, site: ClientSite): Promise<void> {
  const hasClient = existsSync(join(site.webDist, 'index.html'));
  const pages = createPageRenderer(site);
  /** What the client's build has, pages and files, is served by the main host alone. @returns undefined on the main host */
  const leadToMainHost = (request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined =>
    isReferralHost(request.hostname, site.publicUrl) ? reply.redirect(site.publicUrl + request.url, 302) : undefined;
  const policy = pagePolicyWith(site.supportWidget);
  const answerPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const page = await pages.render(pathOf(request), request.ip);
    // An address that is no page here may be one for the client's router, of the console too.
    const mayLoadWidget = page.status !== 404 && !page.isConsole;
    reply.header('content-security-policy', mayLoadWidget ? policy : pagePolicy);
    return sendPage(request, reply, page);
  };
  app.setNotFoundHandler(async (request, reply) => {
    if (!hasClient || !isPage(request)) return sendError(new DomainError('not_found'), request, reply);
    return leadToMainHost(request, reply) ?? answerPage(request, reply);
  });
  if (!hasClient) return;
  const hidden = { schema: { hide: true } };
  await app.register(async (files) => {
    files.addHook('onRequest', async (request, reply) => leadToMainHost(request, reply));
    files.get('/', hidden, answerPage);
    files.get('/sitemap.xml', { ...hidden, onSend: sendCacheable(sitemapSeconds) }, async (_request, reply) => {
      const sitemap = await pages.sitemap();
      return reply.type('application/xml; charset=utf-8').send(sitemap);
    });
    files.get('/robots.txt', hidden, (_request, reply) =>
      reply.type('text/plain; charset=utf-8').header('cache-control', fileRule).send(robotsText(site.publicUrl)),
    );
    await files.register(fastifyStatic, {
      root: site.webDist,
      index: false,
      // The build has a .br and a .gz beside each file (apps/web/build/compress-files.ts).
      preCompressed: true,
      decorateReply: false,
      cacheControl: false,
      dotfiles: 'ignore',
      schemaHide: true,
      setHeaders(reply, path) {
        const isPageFile = /\.html(\.br|\.gz)?$/.test(path);
        const isWorker = /\/sw\.js(\.br|\.gz)?$/.test(path);
        const isHashed = path.includes('/assets/');
        reply.header('cache-control', cacheRule(isPageFile || isWorker, isHashed));
        if (isWorker) reply.header('content-security-policy', workerPolicy);
        if (isPageFile)
          reply.header('content-security-policy', pagePolicy).header('permissions-policy', pagePermissions);
      },
    });
  });
}

/** Retry-After of a page that is answered with 503. */
const retrySeconds = 10;

/** How long caches may keep the sitemap, and so name an announcement that was taken down (docs/decisions/0194). */
const sitemapSeconds = 60;

const fileRule = 'public, max-age=3600';

function cacheRule(isAskedEachTime: boolean, isHashed: boolean): string {
  if (isHashed) return 'public, max-age=31536000, immutable';
  return isAskedEachTime ? 'no-cache' : fileRule;
}

/** A host ref.… is for the referral game alone. There is none at present, so every page and file of it is the main host's. */
function isReferralHost(hostname: string, publicUrl: string): boolean {
  return hostname.startsWith('ref.') && new URL(publicUrl).hostname !== hostname;
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?')[0] as string;
}

/** Whether the request reads a page of the client (GET or HEAD, and not one of the server's paths). */
function isPage(request: FastifyRequest): boolean {
  return (request.method === 'GET' || request.method === 'HEAD') && !isServerPath(pathOf(request));
}

/** In the smallest form that the browser takes. */
function sendPage(request: FastifyRequest, reply: FastifyReply, page: RenderedPage): FastifyReply {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const form = (['br', 'gzip'] as const).find((name) => accepted.includes(name));
  reply.code(page.status).headers({
    'permissions-policy': pagePermissions,
    'cache-control': 'no-cache',
    ...(form && { 'content-encoding': form }),
    ...(page.status === 503 && { 'retry-after': retrySeconds }),
  });
  addVary(reply, 'accept-encoding');
  return reply.type('text/html; charset=utf-8').send(page[form ?? 'plain']);
}
