/** The one place where a refusal becomes an HTTP answer: {"errors": {"message": [...], "<field>": [...]}, "code"}. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { DomainError, type ErrorBody, type ErrorCode, errorTable, retryAfterSeconds } from '@pelican/shared/contracts';
import { refusalIn } from '@pelican/shared/texts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isUnavailable } from '../database/index.ts';

/** What the framework itself refuses, in our codes. */
const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_json',
  FST_ERR_NOT_FOUND: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
};

/** Answers with the error. The text of what is not expected goes to the log and never to the caller. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toDomainError(error);
  const { status } = errorTable[refusal.code];
  const about = { code: refusal.code, method: request.method, route: request.routeOptions.url };
  const waitSeconds = retryAfterSeconds(refusal);
  if (waitSeconds !== undefined) reply.header('retry-after', waitSeconds);
  if (refusal === error && status === 503 && refusal.code !== 'overloaded') {
    // Expected while a server is away, and then by the thousand: no stack.
    request.log.warn({ ...about, details: refusal.details }, 'request could not be served');
  } else if (status >= 500) {
    request.log.error({ ...about, err: error }, 'request failed');
  } else {
    request.log.debug({ code: refusal.code, fields: refusal.fields, details: refusal.details }, 'request refused');
  }
  // A refusal is of one caller, whatever may be kept of the answer.
  reply.header('cache-control', 'no-store');
  // The client says in which language its page is; programs say nothing and read English.
  const body = refusalIn(String(request.headers['x-locale'] ?? ''), errorBody(refusal));
  return reply.code(status).type('application/json; charset=utf-8').send(body);
}

/** Node refused the request before it was one: no reply object, only the socket. */
export function refuseConnection(error: { code?: string }, socket: Pick<Socket, 'writable' | 'end' | 'destroy'>): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code = connectionCodes[error.code ?? ''] ?? 'bad_request';
  const { status } = errorTable[code];
  const body = JSON.stringify(errorBody(new DomainError(code)));
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

const connectionCodes: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** The body of a refusal. What is wrong with a field that is called `message` stands behind the refusal's own text. */
export function errorBody(refusal: DomainError): ErrorBody {
  const { fields, message, code, challenge } = refusal;
  return {
    errors: { ...fields, message: [message, ...(fields.message ?? [])] },
    code,
    ...(challenge ? { challenge } : {}),
  };
}

/** Any thrown thing as a domain error. */
export function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    return new DomainError('invalid_argument', { fields: fieldsOf(error.validation), cause: error });
  }
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown };
  if (typeof code === 'string') {
    const known = frameworkCodes[code];
    if (known) return new DomainError(known, { cause: error });
  }
  if (isUnavailable(error)) return new DomainError('service_unavailable', { cause: error });
  if (statusCode === 400) return new DomainError('malformed_json', { cause: error });
  // 403: the path leads out of the folder of files.
  if (statusCode === 403 || statusCode === 404) return new DomainError('not_found', { cause: error });
  if (statusCode === 413) return new DomainError('body_too_large', { cause: error });
  if (statusCode === 429) return new DomainError('too_many_requests', { cause: error });
  return new DomainError('internal_error', { cause: error });
}

/** The names on the path to a field, joined by points, up to the first index of a list. "/change/priceStep" is "change.priceStep". */
function fieldAt(instancePath: string): string {
  const parts = instancePath.split('/').slice(1);
  const list = parts.findIndex((part) => /^\d+$/.test(part));
  return (list < 0 ? parts : parts.slice(0, Math.max(list, 1))).join('.');
}

function fieldsOf(issues: { instancePath: string; message?: string }[]): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const issue of issues) {
    const field = fieldAt(issue.instancePath);
    if (!field) continue;
    const texts = fields[field] ?? [];
    if (issue.message && !texts.includes(issue.message)) texts.push(issue.message);
    fields[field] = texts;
  }
  return fields;
}
