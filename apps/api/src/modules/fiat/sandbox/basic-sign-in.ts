/** The sign-in of the sandbox provider's page of payouts: e-mail and password of an account, as a browser asks for them (RFC 7617). */
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { findUser } from '../../../identity/index.ts';
import type { FactorChecks } from '../../auth/index.ts';

export interface SandboxAccounts {
  pool: pg.Pool;
  checks: Pick<FactorChecks, 'isPassword'>;
}

export const basicChallenge = 'Basic realm="Sandbox payment provider", charset="UTF-8"';

/** Wrong passwords are counted as those of a sign-in. @returns the user; undefined unless the request has the right e-mail and password @throws DomainError too_many_requests, service_unavailable */
export async function basicUser(
  { pool, checks }: SandboxAccounts,
  { headers, ip }: FastifyRequest,
): Promise<number | undefined> {
  const [, encoded] = /^Basic ([\w+/=]{1,2000})$/i.exec(headers.authorization ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const [, email, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  if (!email || !password) return undefined;
  const user = await findUser(pool, email);
  if (!user) return undefined;
  return (await checks.isPassword({ userId: user.id, email: user.email, ip }, password)) ? user.id : undefined;
}
