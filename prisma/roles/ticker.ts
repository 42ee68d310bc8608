import type { RoleRights } from './rights.ts';

/** Reads where indexes come from, and writes nothing. */
export const ticker = {
  read: [
    'instruments',
    'index_sources',
    'markets',
    'spot_index_sources',
    'shards',
    'settlement_cursors',
    'system_settings',
  ],
} as const satisfies RoleRights;
