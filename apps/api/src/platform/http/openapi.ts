/** The OpenAPI document, generated from the routes' contracts, and the page that shows it. */
import fastifySwagger from '@fastify/swagger';
import { errorBody, errorTable } from '@pelican/shared/contracts';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { HttpServer } from './http-server.ts';
import { documentPagePolicy } from './page-policy.ts';

/** For routes that anybody may call. */
export const openSecurity: Record<string, string[]>[] = [];
/** For routes that know a caller with a session, and let anybody in. */
export const optionalSecurity: Record<string, string[]>[] = [{}, { accessToken: [] }];
export const sessionSecurity: Record<string, string[]>[] = [{ accessToken: [] }];
/** A session's access token or a signature; what routes need unless they say otherwise. */
export const anySecurity: Record<string, string[]>[] = [
  { accessToken: [] },
  { apiKey: [], apiTimestamp: [], apiSignature: [] },
];

/** Markdown, in which `<field>` outside of code would be a tag and vanish. */
const description = `[Back to the exchange](/)

HTTP calls of the exchange. Amounts and prices are decimal strings. Times of \`/v2\` are Unix seconds with fraction, of \`/v3\` milliseconds.

A refusal has a 4xx or 5xx status and the body

\`\`\`json
{"errors": {"message": ["..."], "<field>": ["..."]}, "code": "..."}
\`\`\`

in which \`<field>\` stands for each refused field of the request. The codes are ${Object.keys(errorTable)
  .map((code) => `\`${code}\``)
  .join(', ')}.`;

/** Collects the routes registered after it, and puts the shape of refusals on each. */
export async function describeApi(app: HttpServer): Promise<void> {
  z.globalRegistry.add(errorBody, { id: 'Error', description: 'A refusal: texts for people, and a code for programs' });
  app.addHook('onRoute', (route) => {
    if (!route.schema || route.schema.hide) return;
    route.schema.response = { ...(route.schema.response as object), '4xx': errorBody, '5xx': errorBody };
    route.schema.security ??= anySecurity;
  });
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Pelican', version: '1', description },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          accessToken: { type: 'http', scheme: 'bearer', description: 'access_token of POST /v2/login' },
          apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
          apiTimestamp: { type: 'apiKey', in: 'header', name: 'X-Api-Timestamp', description: 'Unix milliseconds' },
          apiSignature: {
            type: 'apiKey',
            in: 'header',
            name: 'X-Api-Signature',
            description:
              'hex HMAC-SHA256(secret, text). With X-Api-Nonce the text is "pelican-2", timestamp, nonce, METHOD, path with query and ' +
              'hex SHA-256 of the body, joined by line feeds; without it timestamp + METHOD + path with query + body',
          },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
}

/** The page is in a sandbox, hence of no origin: its own files and the document have to be there for foreign origins too. */
const sandboxHeaders = {
  'content-security-policy': documentPagePolicy,
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
  // Browsers refuse a page in a sandbox that demands an opener policy.
  'cross-origin-opener-policy': 'unsafe-none',
};

/** The dialog of authorizations explains them, and asks for none. */
const hiddenCredentials =
  '.auth-container input, .auth-container label, .auth-btn-wrapper .authorize { display: none }';

/** Serves the document at /openapi.json and the page for people at /docs; both load nothing from outside. */
export async function serveApiDocument(app: HttpServer): Promise<void> {
  let text: string | undefined;
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    text ??= JSON.stringify(app.swagger());
    return reply.header('cache-control', 'public, max-age=300').type('application/json').send(text);
  });
  const { default: swaggerUi } = await import('@fastify/swagger-ui');
  await app.register(async (pages) => {
    pages.addHook('onRequest', async (_request, reply) => {
      reply.headers({ ...sandboxHeaders, 'cache-control': 'public, max-age=300' });
    });
    await pages.register(swaggerUi, {
      routePrefix: '/docs',
      // It shows calls and sends none: from its sandbox it could not sign them.
      uiConfig: {
        layout: 'BaseLayout',
        supportedSubmitMethods: [],
        validatorUrl: null,
        filter: true,
        docExpansion: 'none',
      },
      theme: { title: 'Pelican API', css: [{ filename: 'no-credentials.css', content: hiddenCredentials }] },
    });
  });
}
