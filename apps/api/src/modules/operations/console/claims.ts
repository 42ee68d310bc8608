/** Who works on what: an operator claims what waits in a queue, for a while, so that no other one does the same work. */
import { DomainError } from '@pelican/shared/contracts';
import type { Claim } from '@pelican/shared/contracts/operations';
import type { ClaimedPlace } from '../../../identity/index.ts';
import type { Queryable } from '../../../platform/database/index.ts';

const claimMinutes = 15;

/**
 * Claims it, or keeps it for longer. Of two at once one gets it.
 * @returns until when
 * @throws DomainError claimed
 */
export async function claim(db: Queryable, operator: string, { queue, id }: ClaimedPlace): Promise<Date> {
  const { rows } = await db.query<{ expiresAt: Date }>(
    `INSERT INTO operator_claims AS held (queue, id, operator, expires_at)
      VALUES ($1, $2, $3, now() + make_interval(mins => $4))
      ON CONFLICT (queue, id) DO UPDATE
        SET operator = EXCLUDED.operator, expires_at = EXCLUDED.expires_at,
            claimed_at = CASE WHEN held.operator = EXCLUDED.operator THEN held.claimed_at ELSE now() END
        WHERE held.operator = EXCLUDED.operator OR held.expires_at <= now()
      RETURNING expires_at AS "expiresAt"`,
    [queue, id, operator, claimMinutes],
  );
  if (rows[0]) return rows[0].expiresAt;
  throw await refused(db, operator, { queue, id });
}

/** Gives back what the operator has claimed; what another one has stays theirs. */
export async function release(db: Queryable, operator: string, { queue, id }: ClaimedPlace): Promise<void> {
  await db.query('DELETE FROM operator_claims WHERE queue = $1 AND id = $2 AND operator = $3', [queue, id, operator]);
}

/** @throws DomainError claimed: another operator has it */
export async function demandUnclaimed(db: Queryable, operator: string, place: ClaimedPlace): Promise<void> {
  const holder = await holderOf(db, place);
  if (holder !== undefined && holder !== operator) throw await refused(db, operator, place);
}

/** Ends the claim on an item that has been decided, whichever operator holds it. */
export async function endClaim(db: Queryable, { queue, id }: ClaimedPlace): Promise<void> {
  await db.query('DELETE FROM operator_claims WHERE queue = $1 AND id = $2', [queue, id]);
}

/** Claims that hold, by queue. */
export async function readClaims(db: Queryable, queues: readonly string[]): Promise<Map<string, Claim[]>> {
  const { rows } = await db.query<{ queue: string; id: string; operator: string; expiresAt: Date }>(
    `SELECT queue, id, operator, expires_at AS "expiresAt" FROM operator_claims
      WHERE queue = ANY ($1) AND expires_at > now() ORDER BY claimed_at LIMIT 1000`,
    [queues],
  );
  const claims = new Map<string, Claim[]>(queues.map((queue) => [queue, []]));
  for (const { queue, id, operator, expiresAt } of rows)
    claims.get(queue)?.push({ id, operator, expires: expiresAt.getTime() / 1000 });
  return claims;
}

async function holderOf(db: Queryable, { queue, id }: ClaimedPlace): Promise<string | undefined> {
  const { rows } = await db.query<{ operator: string }>(
    'SELECT operator FROM operator_claims WHERE queue = $1 AND id = $2 AND expires_at > now()',
    [queue, id],
  );
  return rows[0]?.operator;
}

async function refused(db: Queryable, operator: string, place: ClaimedPlace): Promise<DomainError> {
  const holder = await holderOf(db, place);
  // Given back between the two statements: the next attempt gets it.
  if (holder === undefined || holder === operator) return new DomainError('claimed');
  return new DomainError('claimed', { message: `${holder} works on it` });
}
