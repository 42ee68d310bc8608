import { PrismaPg } from '@prisma/adapter-pg';
import type { PoolConfig } from 'pg';
import { PrismaClient } from './generated/client.ts';

export * from './generated/client.ts';

/**
 * Opens a Prisma client over its own `pg` pool. Close it with `$disconnect()`.
 *
 * Meant for the ordinary reads and writes; bulk writes use `pg` itself.
 */
export function createPrismaClient(
  connectionString: string,
  pool: Omit<PoolConfig, 'connectionString'> = {},
): PrismaClient {
  return new PrismaClient({ adapter: new PrismaPg({ connectionString, ...pool }) });
}
