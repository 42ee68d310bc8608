/** When a withdrawal that was taken by nobody, or is to be ordered, may be paid. */
import { isActiveUser } from '../../identity/index.ts';
import { isOpenWay } from '../payments/index.ts';

/** SQL beside `waiting`, a withdrawal, and `method`, its method: what `isPayable` looks at. */
export const payableJoins = `JOIN payment_terms terms ON terms.method_id = method.id AND terms.action = 'withdraw'
          JOIN assets asset ON asset.id = waiting.asset_id
          JOIN users ON users.id = waiting.user_id
          LEFT JOIN networks network ON network.id = method.network_id`;

/** SQL: it is of the method's asset, the way is open, and the account neither blocked nor locked. */
export const isPayable = `method.asset_id = waiting.asset_id AND ${isOpenWay}
           AND ${isActiveUser()} AND coalesce(users.withdrawals_locked_until, '-infinity') <= now()`;
