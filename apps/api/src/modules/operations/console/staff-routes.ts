/** Operators and their permissions over HTTP. */
import { isPermission, type operationsEndpoints } from '@pelican/shared/contracts/operations';
import { findUser, type OperatorConsole, outcomeOf } from '../../../identity/index.ts';
import type { Handlers } from '../../../platform/http/index.ts';
import { changePermissions, createOperator, type NewOperator } from '../operator.ts';

type Calls = 'GET /v2/ops/operators' | 'POST /v2/ops/operators' | 'POST /v2/ops/operators/permissions';

interface OperatorRow {
  userId: string;
  name: string;
  email: string;
  permissions: string[];
  status: 'active' | 'blocked' | 'suspended';
  lastSeen: Date | null;
}

export function staffHandlers(operators: OperatorConsole): Pick<Handlers<typeof operationsEndpoints>, Calls> {
  const { pool } = operators;
  return {
    'GET /v2/ops/operators': async () => {
      const { rows } = await pool.query<OperatorRow>(
        `SELECT u.id AS "userId", operator_name AS name, email, permissions,
            CASE WHEN suspended_until > now() THEN 'suspended' ELSE status::text END AS status,
            (SELECT max(last_used_at) FROM sessions s WHERE s.user_id = u.id) AS "lastSeen"
          FROM users u WHERE operator_name IS NOT NULL ORDER BY operator_name LIMIT 500`,
      );
      return {
        result: rows.map(({ userId, lastSeen, permissions, ...row }) => ({
          ...row,
          user_id: Number(userId),
          permissions: permissions.filter(isPermission),
          last_seen: lastSeen && lastSeen.getTime() / 1000,
        })),
      };
    },
    'POST /v2/ops/operators': async ({ principal, reply, body: { email, name, permissions, reason } }) => {
      const existing = await findUser(pool, email);
      const payload: NewOperator = {
        email,
        name,
        permissions: [...new Set(permissions)],
        ...(existing ? { existingUserId: existing.id } : {}),
      };
      return outcomeOf(await operators.submit({ principal, reply }, createOperator, { payload, reason }));
    },
    'POST /v2/ops/operators/permissions': async ({
      principal,
      reply,
      body: { email, permissions, before, reason },
    }) => {
      const payload = { email, permissions: [...new Set(permissions)], before };
      return outcomeOf(await operators.submit({ principal, reply }, changePermissions, { payload, reason }));
    },
  };
}
