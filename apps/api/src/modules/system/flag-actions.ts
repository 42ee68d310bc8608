/** What operators set for the whole exchange. One person stops or removes; what opens, or leads readers elsewhere, takes two. */
import { DomainError } from '@pelican/shared/contracts';
import type { Permission } from '@pelican/shared/contracts/operations';
import { type FlagKey, type FlagValues, flagSchemas, unsetFlags } from '@pelican/shared/contracts/system';
import { z } from 'zod';
import { type OperatorAction, operatorNameOf, recordAct } from '../../identity/index.ts';
import type { Transaction } from '../../platform/database/index.ts';

export interface FlagChange<Key extends FlagKey> {
  value: FlagValues[Key];
  /** As the operator has read it; 0 while nobody has set it. */
  version: number;
  /** Of a request: the value that it replaces; null: nobody has set one. */
  before?: FlagValues[Key] | null | undefined;
}

interface FlagRules<Key extends FlagKey> {
  name: string;
  permission: Permission;
  /** Whether one operator may set it alone. */
  isForOne: 'always' | ((before: FlagValues[Key], after: FlagValues[Key]) => boolean);
}

/** @returns an action that throws flag_changed, and invalid_argument where nothing would change */
function flagAction<Key extends FlagKey>(key: Key, rules: FlagRules<Key>): OperatorAction<FlagChange<Key>, void> {
  const { name, permission, isForOne } = rules;
  const value = z.custom<FlagValues[Key]>((given) => flagSchemas[key].safeParse(given).success);
  return {
    name,
    permission,
    twoPersons: isForOne !== 'always',
    ...(isForOne === 'always'
      ? {}
      : {
          async isForOne(tx, change) {
            const { value: before } = await lockFlag(tx, key, change.version);
            return isForOne(before ?? (unsetFlags[key] as FlagValues[Key]), change.value);
          },
        }),
    payload: z.object({ value, version: z.int().min(0), before: value.nullish() }),
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

/** The row is locked, and one that is not there yet cannot be written by another. @throws DomainError flag_changed */
async function lockFlag<Key extends FlagKey>(tx: Transaction, key: Key, version: number) {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('system_flags:' || $1, 0))`, [key]);
  const { rows } = await tx.query<{ value: FlagValues[Key]; version: number }>(
    'SELECT value, version FROM system_flags WHERE key = $1 FOR UPDATE',
    [key],
  );
  const { value = null, version: now = 0 } = rows[0] ?? {};
  if (now !== version) throw new DomainError('flag_changed');
  return { value };
}

const addressesOf = ({ social, stores, blog }: FlagValues['links']) => ({ ...social, ...stores, blog });

/** Readers follow these links, to stores of apps too: nobody alone leads them elsewhere. */
export const setLinks = flagAction('links', {
  name: 'system.set_links',
  permission: 'content',
  isForOne(before, after) {
    const known: Record<string, string | null> = addressesOf(before);
    return Object.entries(addressesOf(after)).every(([name, address]) => address === null || known[name] === address);
  },
});

export const announceMaintenance = flagAction('maintenance', {
  name: 'system.announce_maintenance',
  permission: 'system',
  isForOne: 'always',
});

/** A venue is paused at once. */
export const pauseTrading = flagAction('trading_pause', {
  name: 'system.pause_trading',
  permission: 'listings',
  isForOne: (before, after) => (after.spot || !before.spot) && (after.perpetual || !before.perpetual),
});
