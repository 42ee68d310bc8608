/** Who is an operator, with which permissions. */

import { DomainError } from '@pelican/shared/contracts';
import { isPermission, type Permission, permissions } from '@pelican/shared/contracts/operations';
import { z } from 'zod';
import {
  addUser,
  closeAccess,
  demandFiguresAsRead,
  forgetContacts,
  keepOperatorAdmins,
  lockOperators,
  lockUser,
  makeOperator,
  type OperatorAct,
  type OperatorAction,
  recordAct,
  removeSecondFactors,
  revokeApiKeysOf,
  setPermissions,
  unknownPasswordHash,
} from '../../identity/index.ts';
import { writeNotices } from '../../notices/index.ts';
import { type Queryable, readDeployment, type Transaction } from '../../platform/database/index.ts';
import { stopDeletion } from '../deletion/index.ts';
import { stopFactorRecovery } from '../factor-recovery/index.ts';

const permissionList = z.array(z.enum(permissions));
export const operatorName = z
  .string()
  .regex(/^[a-z][a-z0-9._-]{1,31}$/, 'must be a short name in small letters, like jane');

const newOperator = z.object({
  email: z.string(),
  name: operatorName,
  permissions: permissionList,
  /** Of an account that there is already: the one who approves sees whom it is about. */
  existingUserId: z.number().int().optional(),
});
export type NewOperator = z.infer<typeof newOperator>;

/**
 * No operator knows the password of the new one, who chooses it by a mail: who asked and who approved could otherwise act as a third person.
 * @throws DomainError invalid_argument: the mailbox is of another domain, the account came into being, or the name is another's, or it is an operator already
 */
export const createOperator: OperatorAction<NewOperator, { userId: number }> = {
  name: 'operators.create',
  permission: 'operators',
  twoPersons: true,
  bootstraps: true,
  payload: newOperator,
  about: ({ email }) => email,
  async run(tx, act, wanted) {
    await lockOperators(tx);
    const { email, name } = wanted;
    await demandDomain(tx, email);
    const isNew = wanted.existingUserId === undefined;
    const userId = isNew ? await addAccount(tx, wanted) : await preparePromotion(tx, act, wanted);
    if (!(await makeOperator(tx, userId, wanted)))
      throw new DomainError('invalid_argument', {
        message: `another operator has the name ${name}`,
      });
    const action = isNew ? 'operator.created' : 'operator.promoted';
    const details = { email, name, permissions: wanted.permissions };
    await writeNotices(tx, [{ userId, kind: 'operator_made', payload: { name } }]);
    await recordAct(tx, act, { action, subject: `user:${userId}`, details });
    return { userId };
  },
  announces: ({ userId }) => [{ kind: 'user', userId, reason: 'operator_changed' }],
};

/** The mailbox chooses the password: one of somebody's own would make that person two operators. */
async function demandDomain(tx: Transaction, email: string): Promise<void> {
  const { operatorEmailDomains: domains } = await readDeployment(tx);
  if (domains.length === 0 || domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase())) return;
  throw new DomainError('invalid_argument', { message: `operators have mailboxes of ${domains.join(', ')} alone` });
}

async function addAccount(tx: Transaction, { email }: NewOperator): Promise<number> {
  const nickname = email.slice(0, email.indexOf('@')).slice(0, 32);
  // A sign-in is possible after a mail to this address alone.
  const isEmailVerified = true;
  const userId = await addUser(tx, { email, passwordHash: await unknownPasswordHash(), nickname, isEmailVerified });
  if (userId === undefined) {
    const message = `somebody has made the account ${email} meanwhile: look at it, then ask again`;
    throw new DomainError('invalid_argument', { message });
  }
  return userId;
}

/** What somebody else has opened as this user is closed: password, sessions, API keys, second factors, also passkeys, which open a session alone, telephone. */
async function preparePromotion(
  tx: Transaction,
  { actor }: OperatorAct,
  { email, existingUserId }: NewOperator,
): Promise<number> {
  const { id, role, status, isEmailVerified } = await lockUser(tx, email);
  if (id !== existingUserId) {
    const message = `${email} is user ${id} already: ask again`;
    throw new DomainError('invalid_argument', { message });
  }
  if (role === 'operator') {
    const message = `${email} is an operator already`;
    throw new DomainError('invalid_argument', { message });
  }
  if (status === 'blocked' || !isEmailVerified) {
    const message = `${email} is ${status === 'blocked' ? 'blocked' : 'not verified: anybody may have signed up with it'}`;
    throw new DomainError('invalid_argument', { message });
  }
  await closeAccess(tx, id);
  await stopFactorRecovery(tx, id, { by: 'password', actor });
  await stopDeletion(tx, id, { by: 'password', actor });
  await revokeApiKeysOf(tx, id);
  await removeSecondFactors(tx, id);
  await forgetContacts(tx, id);
  return id;
}

/** In alphabetical order, so that lists of them can be compared. */
async function permissionsOf(db: Queryable, userId: number): Promise<Permission[]> {
  const { rows } = await db.query<{ permissions: string[] }>('SELECT permissions FROM users WHERE id = $1', [userId]);
  return (rows[0]?.permissions ?? []).filter(isPermission).toSorted();
}

const newPermissions = z.object({
  email: z.string(),
  permissions: permissionList,
  /** Those that the operator has until then, as they were read, and of a request. */
  before: permissionList.optional(),
});

/** With none of them an operator may do nothing. @throws DomainError not_found, figures_changed, invalid_argument (fewer than two would be left) */
export const changePermissions: OperatorAction<z.infer<typeof newPermissions>, { userId: number }> = {
  name: 'operators.change_permissions',
  permission: 'operators',
  twoPersons: true,
  payload: newPermissions,
  about: ({ email }) => email,
  async bind(tx, { email, permissions: wanted }) {
    await lockOperators(tx);
    const { id } = await lockUser(tx, email);
    return { email, permissions: wanted, before: await permissionsOf(tx, id) };
  },
  async run(tx, act, { email, permissions: wanted, before }) {
    await lockOperators(tx);
    const { id: userId, role } = await lockUser(tx, email);
    if (role !== 'operator') throw new DomainError('not_found', { message: `${email} is no operator` });
    demandFiguresAsRead({ before: before?.toSorted() }, { before: await permissionsOf(tx, userId) });
    await keepOperatorAdmins(tx, () => setPermissions(tx, userId, wanted));
    const details = { permissions: wanted };
    await recordAct(tx, act, { action: 'operator.permissions_changed', subject: `user:${userId}`, details });
    return { userId };
  },
  announces: ({ userId }) => [{ kind: 'user', userId, reason: 'operator_changed' }],
};
