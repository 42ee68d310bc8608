/** Serves the built web client: hashed files for good, the page itself never from a cache. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { DomainError } from '@pelican/shared/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from './http-errors.ts';
import type { HttpServer } from './http-server.ts';
import { pagePermissions, pagePolicy } from './page-policy.ts';

/** Paths that belong to programs: unknown ones below them are errors, not pages of the client. */
const apiPath = /^\/(v\d+|dev|chat|p2p|otc|socket|docs|openapi\.json|health|metrics|coins|assets)(\/|$)/;

/** @param webDist the client's build; where there is none only the API answers */
export async function serveClient(app: HttpServer, webDist: string): Promise<void> {
  const hasClient = existsSync(join(webDist, 'index.html'));
  app.setNotFoundHandler(async (request, reply) => {
    if (!hasClient || !isPage(request)) return sendError(new DomainError('not_found'), request, reply);
    return sendPage(reply, await readFile(join(webDist, 'index.html')));
  });
  if (!hasClient) return;
  await app.register(async (files) => {
    await files.register(fastifyStatic, {
      root: webDist,
      // The build has a .br and a .gz beside each file (apps/web/build/compress-files.ts).
      preCompressed: true,
      decorateReply: false,
      cacheControl: false,
      dotfiles: 'ignore',
      schemaHide: true,
      setHeaders(reply, path) {
        const isPageFile = /\.html(\.br|\.gz)?$/.test(path);
        const isHashed = path.includes('/assets/');
        reply.header('cache-control', cacheRule(isPageFile, isHashed));
        if (isPageFile)
          reply.header('content-security-policy', pagePolicy).header('permissions-policy', pagePermissions);
      },
    });
  });
}

function cacheRule(isPageFile: boolean, isHashed: boolean): string {
  if (isHashed) return 'public, max-age=31536000, immutable';
  return isPageFile ? 'no-cache' : 'public, max-age=3600';
}

/** A path of the client's router: asked for by GET, not the API's, not the name of a file. */
function isPage(request: FastifyRequest): boolean {
  const path = request.url.split('?')[0] as string;
  const isFile = /\.[a-z0-9]{1,12}$/i.test(path);
  return (request.method === 'GET' || request.method === 'HEAD') && !apiPath.test(path) && !isFile;
}

function sendPage(reply: FastifyReply, page: Buffer): FastifyReply {
  reply.headers({
    'content-security-policy': pagePolicy,
    'permissions-policy': pagePermissions,
    'cache-control': 'no-cache',
  });
  return reply.type('text/html; charset=utf-8').send(page);
}
