/** What kind of exchange this is: a row that the owner of the database writes and that no caller's environment changes. */
import type { Queryable } from './pool.ts';

export interface Deployment {
  /** What concerns money or rights takes two operators, and every action needs a reason. */
  twoPersons: boolean;
  /** Users with known passwords, and prices that may be simulated. */
  isDemo: boolean;
}

/** One that was never prepared demands the most. */
const unprepared: Deployment = { twoPersons: true, isDemo: false };

export async function readDeployment(db: Queryable): Promise<Deployment> {
  const { rows } = await db.query<Deployment>(
    'SELECT two_persons AS "twoPersons", demo AS "isDemo" FROM deployment WHERE id = 1',
  );
  return rows[0] ?? unprepared;
}

/**
 * As the owner: writes what the settings of the deployment say, where that is another thing than the row says. A trigger records it.
 * @param wanted.twoPersons undefined: stays as it is, at the first time `twoPersonsAtFirst`
 * @throws for an exchange that is to become a demo
 */
export async function prepareDeployment(
  db: Queryable,
  wanted: { twoPersons: boolean | undefined; twoPersonsAtFirst: boolean; isDemo: boolean },
): Promise<void> {
  await db.query(
    `INSERT INTO deployment AS had (id, two_persons, demo) VALUES (1, coalesce($1::boolean, $2), $3)
      ON CONFLICT (id) DO UPDATE SET two_persons = coalesce($1::boolean, had.two_persons), demo = excluded.demo
      WHERE (coalesce($1::boolean, had.two_persons), excluded.demo) IS DISTINCT FROM (had.two_persons, had.demo)`,
    [wanted.twoPersons ?? null, wanted.twoPersonsAtFirst, wanted.isDemo],
  );
}
