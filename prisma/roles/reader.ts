import type { RoleRights } from './rights.ts';

/** Backup and metrics of others. */
export const reader = { read: 'everything' } as const satisfies RoleRights;
