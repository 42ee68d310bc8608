import { PrismaPg } from '@prisma/adapter-pg';
import type { Pool } from 'pg';
import { PrismaClient } from './generated/client.ts';

export * from './generated/client.ts';

/**
 * A Prisma client over a pool that stays the caller's: `$disconnect()` does not end it. The pool's sessions must be in
 * UTC: the adapter sends times without a zone and drops the zone of those it reads.
 */
export function createPrismaClient(pool: Pool): PrismaClient {
  return new PrismaClient({ adapter: new PrismaPg(pool) });
}
