/** The database roles of the parts, as a deployment in containers has them, on the run's Postgres. */
import type { RoleAddresses } from '@pelican/prisma/grant-roles.ts';
import { type PartRole, partRoles } from '@pelican/prisma/roles/index.ts';
import { inject } from 'vitest';

const parts = Object.keys(partRoles) as PartRole[];
const password = 'of-a-test';

/** Each part's address of a database. */
export function roleAddresses(databaseUrl: string): RoleAddresses {
  return Object.fromEntries(parts.map((part) => [part, addressOf(databaseUrl, part)]));
}

function addressOf(databaseUrl: string, part: PartRole): string {
  const url = new URL(databaseUrl);
  url.username = `test_${part}`;
  url.password = password;
  return url.href;
}

/** The database as the part's role; one of a server that a test has started itself has none, and stays its owner's. */
export function asPart(databaseUrl: string, part: PartRole): string {
  const isOfRun = new URL(databaseUrl).host === new URL(inject('postgresUrl')).host;
  return isOfRun ? addressOf(databaseUrl, part) : databaseUrl;
}
