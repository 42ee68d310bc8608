/** Routes from the declarations of @pelican/shared/contracts: guard, checks, document and types all come from there. */
import type {
  Access,
  AnswerOf,
  Endpoint,
  EndpointName,
  Endpoints,
  OperatorAccess,
  Received,
} from '@pelican/shared/contracts';
import type { FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { type Guards, principalOf } from './access.ts';
import { sendCacheable } from './cacheable-answer.ts';
import type { HttpServer } from './http-server.ts';
import { anySecurity, openSecurity, optionalSecurity, sessionSecurity } from './openapi.ts';
import type { Principal } from './principal.ts';
import { pageRows, queryRows } from './read-queue.ts';

/** A call whose caller was let in and whose parts were checked. */
export interface Call<Declared extends Endpoint> {
  params: Received<Declared, 'params'>;
  query: Received<Declared, 'query'>;
  headers: Received<Declared, 'headers'>;
  body: Received<Declared, 'body'>;
  principal: PrincipalOf<Declared['access']>;
  request: FastifyRequest;
  reply: FastifyReply;
}

type PrincipalOf<Level extends Access> = Level extends 'open'
  ? null
  : Level extends 'optional'
    ? Principal | null
    : Principal;

type Handler<Declared extends Endpoint> = (call: Call<Declared>) => AnswerOf<Declared> | Promise<AnswerOf<Declared>>;

/** See `hot`. */
interface HotHandler<Declared extends Endpoint> {
  hot: Handler<Declared>;
}

/** One handler for each call of a table. */
export type Handlers<Table extends Endpoints> = {
  [Name in keyof Table & EndpointName]: Handler<Table[Name]> | HotHandler<Table[Name]>;
};

/**
 * Marks the handler of a hot call: every field of its answer comes from typed code, and checking it again would be the most
 * expensive part of the call.
 */
export function hot<Declared extends Endpoint>(handler: Handler<Declared>): HotHandler<Declared> {
  return { hot: handler };
}

const security: Record<Exclude<Access, OperatorAccess>, Record<string, string[]>[]> = {
  open: openSecurity,
  optional: optionalSecurity,
  read: anySecurity,
  trade: anySecurity,
  transfer: anySecurity,
  withdraw: anySecurity,
  person: sessionSecurity,
};

function securityOf(access: Access) {
  return isOperatorAccess(access) ? sessionSecurity : security[access];
}

function isOperatorAccess(access: Access): access is OperatorAccess {
  return access === 'operator' || access.startsWith('operator:');
}

/** Adds a route for each call of the table. */
export function serve<const Table extends Endpoints>(
  app: HttpServer,
  guards: Guards,
  table: Table,
  handlers: Handlers<Table>,
): void {
  for (const [name, declared] of Object.entries<Endpoint>(table)) {
    const route = (handlers as unknown as Handlers<Endpoints>)[name as EndpointName];
    addRoute(app, guards, name, declared, route as Handler<Endpoint> | HotHandler<Endpoint>);
  }
}

function addRoute(
  app: HttpServer,
  guards: Guards,
  name: string,
  declared: Endpoint,
  route: Handler<Endpoint> | HotHandler<Endpoint>,
): void {
  const [method, url] = name.split(' ') as [HTTPMethods, string];
  const guard = guards[declared.access];
  const { bodyBytesMax, rate, rows } = declared.limits ?? {};
  const isHot = typeof route === 'object';
  const handle = isHot ? route.hot : route;
  const isAnonymous = declared.access === 'open' || declared.access === 'optional';
  app.route({
    method,
    url,
    schema: schemaOf(declared),
    ...(rate ? { onRequest: guards.rates[rate] } : {}),
    ...(bodyBytesMax ? { bodyLimit: bodyBytesMax } : {}),
    ...(guard ? { preValidation: guard } : {}),
    ...(declared.maxAgeSeconds === undefined ? {} : { onSend: sendCacheable(declared.maxAgeSeconds) }),
    ...(isHot ? { serializerCompiler: plainJson } : {}),
    handler: (request, reply) => {
      // Checked already: a page has both.
      const page = request.query as { offset: number; limit: number };
      if (method === 'GET' && request.principal)
        guards.spendRows(request.principal, queryRows + (rows === 'page' ? pageRows(page) : (rows ?? 0)));
      return handle({
        params: request.params,
        query: request.query,
        headers: request.headers,
        body: request.body,
        principal: isAnonymous ? request.principal : principalOf(request),
        request,
        reply,
      } as unknown as Call<Endpoint>);
    },
  });
}

const plainJson = () => (data: unknown) => JSON.stringify(data);

function schemaOf({
  access,
  tag,
  summary,
  description,
  params,
  query,
  headers,
  body,
  takesForm,
  response,
  statuses,
  maxAgeSeconds,
  errors,
}: Endpoint) {
  const refusals = errors ? `Refusals, among others: ${errors.join(', ')}.` : '';
  const revalidation = maxAgeSeconds === undefined ? '' : 'Has an ETag: 304 for an If-None-Match of what is the same.';
  const text = [description, revalidation, refusals].filter(Boolean).join('\n\n');
  return {
    tags: [tag],
    summary,
    ...(text ? { description: text } : {}),
    security: securityOf(access),
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(headers ? { headers } : {}),
    ...(body ? { body } : {}),
    ...(body && takesForm ? { consumes: ['application/json', 'multipart/form-data'] } : {}),
    response: Object.fromEntries((statuses ?? [200]).map((status) => [status, response])),
  };
}
