/** Bundles of permissions under a name. An operator has permissions; a role is a way to give them. */
import { type Permission, permissions } from './permissions.ts';

export const operatorRoles = {
  support: ['users', 'support', 'content'],
  compliance: ['users', 'accounts', 'kyc', 'records'],
  finance: ['users', 'money', 'records'],
  admin: permissions,
} as const satisfies Record<string, readonly Permission[]>;
export type OperatorRole = keyof typeof operatorRoles;

export function isOperatorRole(text: string): text is OperatorRole {
  return Object.hasOwn(operatorRoles, text);
}

/** The role whose permissions are exactly these; null: they are a choice of their own. */
export function roleOf(granted: readonly Permission[]): OperatorRole | null {
  const names = Object.keys(operatorRoles) as OperatorRole[];
  return names.find((name) => permissions.every((one) => has(operatorRoles[name], one) === has(granted, one))) ?? null;
}

function has(some: readonly Permission[], one: Permission): boolean {
  return some.includes(one);
}
