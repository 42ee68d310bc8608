/** The sign-in of the sandbox provider's page of payouts: e-mail and password of an account, as a browser asks for them (RFC 7617). */
import { DomainError } from '@pelican/shared/contracts';
import { loginRequest } from '@pelican/shared/contracts/auth';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { AuthService } from '../../auth/index.ts';

export interface SandboxAccounts {
  pool: pg.Pool;
  identify: AuthService['identify'];
}

export const basicChallenge = 'Basic realm="Sandbox payment provider", charset="UTF-8"';

/**
 * It is a door of the exchange for passwords, so it has the counters and records of its sign-in.
 * @returns the user; undefined unless the request has the right e-mail and password
 * @throws DomainError captcha_failed (too many were wrong: a sign-in to the exchange has a captcha), account_blocked, too_many_requests, service_unavailable
 */
export async function basicUser(
  { identify }: SandboxAccounts,
  { headers, ip }: FastifyRequest,
): Promise<number | undefined> {
  const [, encoded] = /^Basic ([\w+/=]{1,2000})$/i.exec(headers.authorization ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const [, email, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  const { data: request } = loginRequest.safeParse({ email, password });
  if (!request) return undefined;
  const caller = { ip, userAgent: headers['user-agent'] ?? '', deviceMark: undefined };
  return identify(request, caller).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'invalid_credentials') return undefined;
    throw error;
  });
}
