/** Who is an operator, and what each may do. */
import {
  isOperatorRole,
  isPermission,
  operatorRoles,
  type Permission,
  permissions,
  roleOf,
} from '@pelican/shared/contracts/operations';
import { z } from 'zod';
import { findUser } from '../../../identity/index.ts';
import {
  changePermissions as change,
  createOperator as create,
  type NewOperator,
  operatorName,
} from '../../../modules/operations/index.ts';
import { commaList, emailArgument } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import { UsageError } from '../ops-errors.ts';
import { formatTable } from '../output.ts';
import { type Finish, reasonInput, reasonOption, submit } from '../submit-action.ts';

/** Roles and permissions are named side by side: 'role:support,records'. */
const rolePrefix = 'role:';

function permissionsNamed(text: string): readonly string[] {
  const role = text.startsWith(rolePrefix) ? text.slice(rolePrefix.length) : '';
  return isOperatorRole(role) ? operatorRoles[role] : [text];
}

const permissionList = commaList.transform((names, parsing): Permission[] => {
  if (names.length === 1 && names[0] === 'all') return [...permissions];
  if (names.length === 1 && names[0] === 'none') return [];
  const named = names.flatMap(permissionsNamed);
  if (named.length > 0 && named.every(isPermission)) return permissions.filter((one) => named.includes(one));
  const roles = Object.keys(operatorRoles).map((name) => `${rolePrefix}${name}`);
  parsing.addIssue({
    code: 'custom',
    message: `must be all, none, or some of ${[...roles, ...permissions].join(',')}`,
  });
  return z.NEVER;
});

export const createAdmin = defineCommand({
  name: 'create-admin',
  usage: '<email> [--name jane] [--permissions all|role:support|accounts,kyc,...] [--reason TEXT]',
  summary: 'Make an operator, who chooses a password by mail',
  arguments: ['email'],
  options: {
    name: { type: 'string' },
    permissions: { type: 'string' },
    ...reasonOption,
  },
  input: z.object({
    email: emailArgument,
    name: operatorName.optional(),
    permissions: permissionList.default([...permissions]),
    ...reasonInput,
  }),
  async run(context, { email, name = nameOf(email), permissions: granted, reason }) {
    const existing = await findUser(context.pool, email);
    const about = existing ? { existingUserId: existing.id } : {};
    const payload: NewOperator = { email, name, permissions: granted, ...about };
    return submit(context, create, { payload, reason, finish: finishCreate });
  },
});

/** @throws UsageError when the e-mail does not begin with a name */
function nameOf(email: string): string {
  const name = operatorName.safeParse(email.slice(0, email.indexOf('@')));
  if (name.success) return name.data;
  throw new UsageError('--name is missing: the e-mail does not begin with a name in small letters');
}

export const finishCreate: Finish<NewOperator, { userId: number }> = (context, { email, name }, { userId }) =>
  context.print(`${email} is an operator (user ${userId}) named ${name}; a mail says how to choose a password`);

export const permissionsCommand = defineCommand({
  name: 'permissions',
  usage: '<email> <all|none|role:support|accounts,kyc,...> [--reason TEXT]',
  summary: 'Change what an operator may do',
  arguments: ['email', 'permissions'],
  options: reasonOption,
  input: z.object({
    email: emailArgument,
    permissions: z.string({ error: '<permissions> are missing' }).pipe(permissionList),
    ...reasonInput,
  }),
  run: (context, { reason, ...payload }) => submit(context, change, { payload, reason, finish: finishChange }),
});

export const finishChange: Finish<{ email: string; permissions: Permission[] }, unknown> = (
  context,
  { email, permissions: granted },
) => context.print(`${email} may do: ${granted.join(',') || 'nothing'}`);

export const operators = defineCommand({
  name: 'operators',
  usage: '',
  summary: 'List operators and what they may do',
  input: z.object({}),
  async run(context) {
    const { rows } = await context.pool.query<{
      name: string;
      email: string;
      status: string;
      permissions: string[];
    }>(
      `SELECT operator_name AS name, email, permissions,
          CASE WHEN suspended_until > now() THEN 'suspended' ELSE status::text END AS status FROM users WHERE operator_name IS NOT NULL ORDER BY operator_name`,
    );
    const lines = rows.map(({ name, email, status, permissions: granted }) => [
      name,
      email,
      status,
      roleOf(granted.filter(isPermission)),
      granted.join(','),
    ]);
    for (const line of formatTable(['name', 'e-mail', 'status', 'role', 'permissions'], lines)) context.print(line);
  },
});
