/** What operators set for the whole exchange. One person stops or removes; what opens, or leads readers elsewhere, takes two. */
import { DomainError } from '@pelican/shared/contracts';
import type { Permission } from '@pelican/shared/contracts/operations';
import { type FlagKey, type FlagValues, flagSchemas, unsetFlags } from '@pelican/shared/contracts/system';
import { z } from 'zod';
import { type OperatorAction, operatorNameOf, recordAct } from '../../identity/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { readFlag } from './flags.ts';

export interface FlagChange<Key extends FlagKey> {
  value: FlagValues[Key];
  /** As the operator has read it; 0 while nobody has set it. */
  version: number;
  /** Of a request: the value that it replaces, also one that another release has written; null: nobody has set one. */
  before?: unknown;
}

/** What the actions of all flags share. They throw flag_changed. */
function flagAction<Key extends FlagKey>(
  key: Key,
  name: string,
  permission: Permission,
): Omit<OperatorAction<FlagChange<Key>, void>, 'twoPersons'> {
  const value = z.custom<FlagValues[Key]>((given) => flagSchemas[key].safeParse(given).success);
  return {
    name,
    permission,
    payload: z.object({ value, version: z.int().min(0), before: z.json().nullish() }),
    async bind(tx, change) {
      return { value: change.value, version: change.version, before: (await lockFlag(tx, key, change.version)).value };
    },
    async run(tx, act, change) {
      const { value: before } = await lockFlag(tx, key, change.version);
      await tx.query(
        `INSERT INTO system_flags (key, value, updated_by) VALUES ($1, $2, $3)
          ON CONFLICT (key) DO UPDATE SET value = excluded.value, version = system_flags.version + 1,
            updated_by = excluded.updated_by, updated_at = now()`,
        [key, JSON.stringify(change.value), operatorNameOf(act.actor)],
      );
      await recordAct(tx, act, {
        action: `system.${key}_set`,
        subject: `flag:${key}`,
        details: { before, after: change.value },
      });
    },
  };
}

/**
 * One that this release cannot read counts as it does for users, and takes two persons where nothing counts in its place.
 * @param rule whether one operator may replace a value by another alone
 */
function aloneWhen<Key extends FlagKey>(key: Key, rule: (before: FlagValues[Key], after: FlagValues[Key]) => boolean) {
  return async (tx: Transaction, { value, version }: FlagChange<Key>): Promise<boolean> => {
    const { value: stored } = await lockFlag(tx, key, version);
    const before: FlagValues[Key] | undefined = stored === null ? unsetFlags[key] : readFlag(key, stored).value;
    return before !== undefined && rule(before, value);
  };
}

/** The row is locked, and one that is not there yet cannot be written by another. @throws DomainError flag_changed */
async function lockFlag(tx: Transaction, key: FlagKey, version: number) {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('system_flags:' || $1, 0))`, [key]);
  const { rows } = await tx.query<{ value: unknown; version: number }>(
    'SELECT value, version FROM system_flags WHERE key = $1 FOR UPDATE',
    [key],
  );
  const { value = null, version: now = 0 } = rows[0] ?? {};
  if (now !== version) throw new DomainError('flag_changed');
  return { value };
}

const addressesOf = ({ social, stores, blog }: FlagValues['links']) => ({ ...social, ...stores, blog });

/** Readers follow these links, to stores of apps too: nobody alone leads them elsewhere. */
export const setLinks: OperatorAction<FlagChange<'links'>, void> = {
  ...flagAction('links', 'system.set_links', 'content'),
  twoPersons: true,
  isForOne: aloneWhen('links', (before, after) => {
    const known: Record<string, string | null> = addressesOf(before);
    return Object.entries(addressesOf(after)).every(([name, address]) => address === null || known[name] === address);
  }),
};

export const announceMaintenance: OperatorAction<FlagChange<'maintenance'>, void> = {
  ...flagAction('maintenance', 'system.announce_maintenance', 'system'),
  twoPersons: false,
};

/** A venue is paused at once. */
export const pauseTrading: OperatorAction<FlagChange<'trading_pause'>, void> = {
  ...flagAction('trading_pause', 'system.pause_trading', 'listings'),
  twoPersons: true,
  isForOne: aloneWhen(
    'trading_pause',
    (before, after) => (after.spot || !before.spot) && (after.perpetual || !before.perpetual),
  ),
};

/** Swaps are paused at once. */
export const pauseQuickSwap: OperatorAction<FlagChange<'quick_swap'>, void> = {
  ...flagAction('quick_swap', 'system.pause_quick_swap', 'listings'),
  twoPersons: true,
  isForOne: aloneWhen('quick_swap', (before, after) => after.paused || !before.paused),
};

/** Pages of a hidden language are answered in English; nothing is lost by it. */
export const setLanguages: OperatorAction<FlagChange<'languages'>, void> = {
  ...flagAction('languages', 'system.set_languages', 'content'),
  twoPersons: false,
};

/** Bids and new offers are stopped at once. */
export const switchLoans: OperatorAction<FlagChange<'p2p_loans'>, void> = {
  ...flagAction('p2p_loans', 'system.switch_loans', 'money'),
  twoPersons: true,
  isForOne: aloneWhen('p2p_loans', (before, after) => (before.take || !after.take) && (before.create || !after.create)),
};
