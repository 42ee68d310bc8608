import type { OperatorSelf, Permission } from '@pelican/shared/contracts/operations';
import { useSuspenseQuery } from '@tanstack/react-query';
import { operatorSelfQuery } from '../../../api/operators.ts';

/** The signed-in operator; below the console's guard it is known. */
export function useOperator(): OperatorSelf & { may: (permission: Permission) => boolean } {
  const { data } = useSuspenseQuery(operatorSelfQuery);
  return { ...data, may: (permission) => data.permissions.includes(permission) };
}
