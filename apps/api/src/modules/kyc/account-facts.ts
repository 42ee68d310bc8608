/** What the verification asks of the account. */
import { DomainError } from '@pelican/shared/contracts';
import type { Queryable } from '../../platform/database/index.ts';

export interface AccountFacts {
  isApproved: boolean;
  /** By the country of the sign-up, or of an earlier verification. */
  isIndian: boolean;
  isConfirmed: boolean;
  email: string;
}

export async function findAccountFacts(db: Queryable, userId: number): Promise<AccountFacts> {
  const { rows } = await db.query<AccountFacts>(
    `SELECT kyc_status = 'approved' AS "isApproved", 'IN' IN (country, kyc_country) IS TRUE AS "isIndian",
        email_verified_at IS NOT NULL AS "isConfirmed", email
      FROM users WHERE id = $1`,
    [userId],
  );
  if (!rows[0]) throw new DomainError('invalid_token');
  return rows[0];
}

/** @throws DomainError kyc_state */
export async function demandNotApproved(db: Queryable, userId: number): Promise<void> {
  const { isApproved } = await findAccountFacts(db, userId);
  if (isApproved) throw new DomainError('kyc_state', { message: 'Your identity is verified already' });
}

/** Also where the exchange demands no verification of others. @throws DomainError kyc_required */
export async function demandVerified(db: Queryable, userId: number): Promise<void> {
  const { isApproved } = await findAccountFacts(db, userId);
  if (!isApproved) throw new DomainError('kyc_required', { message: 'You must pass personal verification' });
}
