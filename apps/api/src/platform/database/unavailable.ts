/** Recognises temporary errors of Postgres and Redis: connections that were refused or broke, time-outs, and a server without room. */
import { postgresCodeOf } from './prisma.ts';

const codes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  // A container that is stopped has no address or name.
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '57P01',
  '57P02',
  '57P03',
  '57014',
  '53100',
  '53200',
  '53300',
  '58030',
  '08006',
  '08001',
]);

/** Errors of pg and ioredis that have no code are known by these texts. */
const texts =
  /Connection terminated|timeout exceeded when trying to connect|Connection is closed|is not queryable|Command timed out|Stream isn't writeable/;

/** Whether an error is ours to repair and worth another try. */
export function isUnavailable(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  if (typeof code === 'string' && codes.has(code)) return true;
  if (codes.has(postgresCodeOf(error) ?? '')) return true;
  return error instanceof Error && (error.name === 'MaxRetriesPerRequestError' || texts.test(error.message));
}
