import type { Principal } from '../../platform/http/index.ts';

/** What the desk of OTC will be entered with. It is not among the permissions until there is a desk; till then nobody has it. */
const otcPermission = 'otc_maker';

/** Whether the caller may enter the desk of OTC: other permissions of operators do not open it. */
export function mayEnterOtcDesk(caller: Principal | null): boolean {
  const permissions: ReadonlySet<string> | undefined = caller?.operator?.permissions;
  return permissions?.has(otcPermission) ?? false;
}
