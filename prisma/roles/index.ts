import { api } from './api.ts';
import { operator } from './operator.ts';
import { reader } from './reader.ts';
import type { RoleRights } from './rights.ts';
import { settlement } from './settlement.ts';
import { signer } from './signer.ts';
import { ticker } from './ticker.ts';
import { worker } from './worker.ts';

/**
 * What each part may do in Postgres: the fewest tables and verbs. A new table, or a new use of one, needs its place in the file of each
 * part that uses it, or the part is refused. Columns stand behind a table: 'users(id, email)'.
 */
export const partRoles = { api, settlement, ticker, worker, signer, operator, reader } as const satisfies Record<
  string,
  RoleRights
>;

export type PartRole = keyof typeof partRoles;
