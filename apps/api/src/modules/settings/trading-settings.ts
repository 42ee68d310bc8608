/**
 * The settings of a user in the engine: custom fee, tax residence, own rates, how many orders may rest. The newest outbox
 * command of the user is the record of it; each change writes the next one in the transaction that decides it.
 */
import { randomUUID } from 'node:crypto';
import { type Configure, Op, type UserSettings } from '@pelican/shared/engine/spot';
import type { Transaction } from '../../platform/database/index.ts';
import { findUserSettings, insertUserSettings } from './repository.ts';

/** Settings of a user without own ones; the engine's defaults. */
export const defaultUserSettings: UserSettings = {
  kind: 'user',
  customFee: false,
  taxable: false,
  fees: [],
  openOrdersMax: 10_000,
};

/**
 * Changes some of a user's settings for the engine. The caller holds the user's row locked, and sends the command
 * that comes back after its commit; the worker sends it otherwise.
 */
export async function changeUserSettings(
  transaction: Transaction,
  userId: number,
  change: Partial<Omit<UserSettings, 'kind'>>,
): Promise<Configure> {
  const current = (await findUserSettings(transaction, userId)) ?? defaultUserSettings;
  const command: Configure = { op: Op.configure, user: userId, settings: { ...current, ...change } };
  await insertUserSettings(transaction, command, randomUUID());
  return command;
}
