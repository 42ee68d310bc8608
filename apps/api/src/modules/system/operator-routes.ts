/** What holds for the whole exchange, in the operator console. */
import {
  type FlagKey,
  type FlagValues,
  type SystemFlagsView,
  systemOperatorEndpoints,
  unsetFlags,
} from '@pelican/shared/contracts/system';
import { type OperatorConsole, outcomeOf } from '../../identity/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { type HttpServer, serve } from '../../platform/http/index.ts';
import { announceMaintenance, pauseQuickSwap, pauseTrading, setLanguages, setLinks } from './flag-actions.ts';
import { readFlag } from './flags.ts';

interface FlagRow {
  key: FlagKey;
  value: unknown;
  version: number;
  updated_by: string;
  updated_at: number;
}

/** @param links what the deployment has where operators have set none */
export function systemOperatorRoutes(app: HttpServer, operators: OperatorConsole, links: FlagValues['links']): void {
  const { pool, guards } = operators;
  serve(app, guards, systemOperatorEndpoints, {
    'GET /v2/ops/system': () => showFlags(pool, links),
    'POST /v2/ops/system/links': async ({ principal, reply, body: { reason, ...payload } }) =>
      outcomeOf(await operators.submit({ principal, reply }, setLinks, { payload, reason })),
    'POST /v2/ops/system/maintenance': async ({ principal, reply, body: { reason, ...payload } }) =>
      outcomeOf(await operators.submit({ principal, reply }, announceMaintenance, { payload, reason })),
    'POST /v2/ops/system/trading_pause': async ({ principal, reply, body: { reason, ...payload } }) =>
      outcomeOf(await operators.submit({ principal, reply }, pauseTrading, { payload, reason })),
    'POST /v2/ops/system/quick_swap': async ({ principal, reply, body: { reason, ...payload } }) =>
      outcomeOf(await operators.submit({ principal, reply }, pauseQuickSwap, { payload, reason })),
    'POST /v2/ops/system/languages': async ({ principal, reply, body: { reason, ...payload } }) =>
      outcomeOf(await operators.submit({ principal, reply }, setLanguages, { payload, reason })),
  });
}

/** As they are in Postgres now; API processes follow within seconds. */
async function showFlags(pool: Queryable, links: FlagValues['links']): Promise<SystemFlagsView> {
  const { rows } = await pool.query<FlagRow>(
    `SELECT key, value, version, updated_by, extract(epoch FROM updated_at)::float8 AS updated_at FROM system_flags`,
  );
  const stateOf = <Key extends FlagKey>(key: Key, unset: FlagValues[Key]) => {
    const row = rows.find((found) => found.key === key);
    if (!row) return { value: unset, version: 0, updated_by: null, updated_at: null };
    const { value, version, updated_by, updated_at } = row;
    // Of another release: what counts in its place is shown, and can be replaced.
    return { value: readFlag(key, value).value ?? unset, version, updated_by, updated_at };
  };
  return {
    links: stateOf('links', links),
    maintenance: stateOf('maintenance', unsetFlags.maintenance),
    trading_pause: stateOf('trading_pause', unsetFlags.trading_pause),
    quick_swap: stateOf('quick_swap', unsetFlags.quick_swap),
    languages: stateOf('languages', unsetFlags.languages),
  };
}
