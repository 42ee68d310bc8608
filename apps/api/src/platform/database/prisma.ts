/** Prisma on the process's pool: for ordinary reads and writes. What is hot or takes locks uses pool.ts. */
import type { Prisma, PrismaClient } from '@pelican/prisma/client.ts';
import { DomainError } from '@pelican/shared/contracts';

/** What a repository needs: the client, or a transaction of it. */
export type PrismaQueryable = Prisma.TransactionClient;

/** Waiting for a connection and running end when the pool's own limits do (pool.ts). */
const transactionOptions = { maxWait: 5_000, timeout: 10_000 };

/**
 * Runs `work` in one transaction: committed when it resolves, rolled back when it throws.
 * @throws DomainError outcome_unknown when the connection broke before Postgres said whether it had committed
 */
export async function inPrismaTransaction<Result>(
  prisma: PrismaClient,
  work: (transaction: PrismaQueryable) => Promise<Result>,
): Promise<Result> {
  let isCommitting = false;
  try {
    return await prisma.$transaction(async (transaction) => {
      const result = await work(transaction);
      isCommitting = true;
      return result;
    }, transactionOptions);
  } catch (error) {
    if (!isCommitting || isRolledBack(error)) throw error;
    throw new DomainError('outcome_unknown', { cause: error });
  }
}

/** Postgres refused the commit by an ERROR, or the time of the transaction had run out before. */
function isRolledBack(error: unknown): boolean {
  return isPrismaError(error) && (error.code === 'P2028' || causeOf(error).severity === 'ERROR');
}

/** What a Prisma error says of the pg error behind it. */
interface DriverCause {
  kind?: string;
  /** SQLSTATE */
  originalCode?: string;
  severity?: string;
}

interface PrismaError extends Error {
  code: string;
  meta?: { driverAdapterError?: { cause?: DriverCause } };
}

function isPrismaError(error: unknown): error is PrismaError {
  // By name: what only reads errors (the worker, the tools) then does not load Prisma.
  return error instanceof Error && error.name === 'PrismaClientKnownRequestError';
}

function causeOf(error: PrismaError): DriverCause {
  return error.meta?.driverAdapterError?.cause ?? {};
}

/** Codes, as pg has them, of what the adapter names in words of its own. */
const socketCodes: Record<string, string> = {
  DatabaseNotReachable: 'ECONNREFUSED',
  ConnectionClosed: 'ECONNRESET',
  SocketTimeout: 'ETIMEDOUT',
};

/** The code that pg would have thrown the error with: SQLSTATE or a socket's; undefined for any other error. */
export function postgresCodeOf(error: unknown): string | undefined {
  if (!isPrismaError(error)) return undefined;
  // No connection became free in time, or the transaction took too long.
  if (error.code === 'P2028') return 'ETIMEDOUT';
  const { kind, originalCode } = causeOf(error);
  return originalCode ?? socketCodes[kind ?? ''];
}
