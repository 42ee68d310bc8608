import type { Queryable } from '../../platform/database/index.ts';
import { verifyPassword } from '../passwords.ts';
import { isActiveUser } from '../users/active-user.ts';
import type { PasswordFactor } from './factors.ts';

/** What runs hashes a few at a time. @throws DomainError service_unavailable */
interface HashRunner {
  run<Result>(ip: string, hash: () => Promise<Result>): Promise<Result>;
}

/** The password of an account that is neither blocked nor suspended, as it is now. */
export function createPasswordFactor(db: Queryable, hashes: HashRunner): PasswordFactor {
  return {
    async verify({ userId, ip }, answer) {
      const { rows } = await db.query<{ passwordHash: string }>(
        `SELECT password_hash AS "passwordHash" FROM users WHERE id = $1 AND ${isActiveUser()}`,
        [userId],
      );
      const password = typeof answer === 'string' ? answer : '';
      const isRight = await hashes.run(ip, () => verifyPassword(password, rows[0]?.passwordHash));
      return isRight ? ['pwd'] : undefined;
    },
  };
}
