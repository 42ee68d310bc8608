/** What kind of exchange this is: a row that the owner of the database writes (prisma/write-deployment.ts) and that no caller's environment changes. */
import type { Queryable } from './pool.ts';

export interface Deployment {
  /** What concerns money or rights takes two operators, and every action needs a reason. */
  twoPersons: boolean;
  /** Users with known passwords, and prices that may be simulated. */
  isDemo: boolean;
  /** Of mailboxes of which alone somebody becomes an operator; empty: of any. */
  operatorEmailDomains: string[];
}

/** One that was never prepared demands the most. */
const unprepared: Deployment = { twoPersons: true, isDemo: false, operatorEmailDomains: [] };

export async function readDeployment(db: Queryable): Promise<Deployment> {
  const { rows } = await db.query<Deployment>(
    `SELECT two_persons AS "twoPersons", demo AS "isDemo", operator_email_domains AS "operatorEmailDomains" FROM deployment WHERE id = 1`,
  );
  return rows[0] ?? unprepared;
}
