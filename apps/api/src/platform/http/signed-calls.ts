/** Calls of another company's servers, which sign them with a secret that we share with them. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { DomainError } from '@pelican/shared/contracts';
import type { FastifyRequest } from 'fastify';
import type { HttpServer } from './http-server.ts';

/** How far the other clock may be from ours. */
const skewSecondsMax = 300;

interface Signer {
  /** Undefined: there is no such company, and its calls do not exist. */
  secret: string | undefined;
  /** Of the headers with the time and the signature: `x-report` for X-Report-Timestamp and X-Report-Signature. */
  headerPrefix: string;
}

/**
 * The routes of `add` are for the one who knows the secret. The signature, an HMAC-SHA256 in hex of `<timestamp>.<body>`, is checked before
 * anything of the body is: a stranger learns nothing of what is wrong with it.
 */
export async function serveSigned(app: HttpServer, signer: Signer, add: (scope: HttpServer) => void): Promise<void> {
  await app.register(async (child) => {
    const scope = child as unknown as HttpServer;
    scope.addHook('preValidation', (request, _reply, next) => next(refusalOf(signer, request)));
    add(scope);
  });
}

/** For calls whose company is known by their content alone. @throws DomainError not_found, invalid_signature */
export function demandSignature(signer: Signer, call: SignedCall): void {
  const refusal = refusalOf(signer, call);
  if (refusal) throw refusal;
}

type SignedCall = Pick<FastifyRequest, 'headers' | 'rawBody'>;

function refusalOf({ secret, headerPrefix }: Signer, { headers, rawBody }: SignedCall): DomainError | undefined {
  if (secret === undefined) return new DomainError('not_found');
  const timestamp = String(headers[`${headerPrefix}-timestamp`] ?? '');
  const signature = String(headers[`${headerPrefix}-signature`] ?? '');
  const right = createHmac('sha256', secret).update(`${timestamp}.${rawBody}`).digest();
  const isRight = /^[0-9a-f]{64}$/.test(signature) && timingSafeEqual(right, Buffer.from(signature, 'hex'));
  const isRecent = /^\d{1,12}$/.test(timestamp) && Math.abs(Date.now() / 1000 - Number(timestamp)) <= skewSecondsMax;
  if (isRight && isRecent) return undefined;
  return new DomainError('invalid_signature', { message: 'The timestamp or signature is wrong' });
}
