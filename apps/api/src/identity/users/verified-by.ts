/**
 * SQL: whether a user is verified, and was so, or had sent what was approved, before a deadline: our queue costs nobody a reward.
 * @param user the alias of the users' row
 * @param deadline an expression of SQL
 */
export function isVerifiedBy(user: string, deadline: string): string {
  return `(${user}.kyc_status = 'approved' AND (${user}.kyc_approved_at < ${deadline} OR EXISTS (
    SELECT FROM kyc_cases WHERE kyc_cases.user_id = ${user}.id AND kyc_cases.status = 'approved' AND submitted_at < ${deadline})))`;
}
