/** Passkeys of a person: added, listed, removed. */
import { DomainError } from '@pelican/shared/contracts';
import { type PasskeyView, passkeysMax } from '@pelican/shared/contracts/auth';
import type pg from 'pg';
import {
  type AnnounceCommitted,
  addMethods,
  deletePasskey,
  insertPasskey,
  listPasskeys,
  type Passkeys,
} from '../../identity/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { demandAccount, demandVerifiedEmail, type SessionCaller } from '../auth/index.ts';
import { passkeyBindingOf } from './additions.ts';
import { addFactor, type FactorAdded, recordChange, turnOff } from './changes.ts';

type NewPasskey = Parameters<Passkeys['readNew']>[1];

export interface PasskeyService {
  list(userId: number): Promise<PasskeyView[]>;
  /** @throws DomainError email_unverified, passkeys_unavailable, too_many_passkeys */
  options(self: SessionCaller): Promise<Record<string, unknown>>;
  /**
   * Adds what the browser has made for the options of this session. It holds withdrawals back as `addFactor` says.
   * @throws DomainError passkey_refused, too_many_passkeys, passkeys_unavailable
   */
  add(self: SessionCaller, name: string, response: NewPasskey): Promise<{ passkey: PasskeyView } & FactorAdded>;
  /** Holds withdrawals back. @throws DomainError not_found */
  remove(self: SessionCaller, id: string): Promise<void>;
  /** To answer with a passkey in this session. @throws DomainError passkeys_unavailable */
  requestOptions(self: SessionCaller): Promise<Record<string, unknown>>;
}

export function createPasskeyService(deps: {
  pool: pg.Pool;
  announce: AnnounceCommitted;
  passkeys: Passkeys;
  withdrawalLockHours: number;
}): PasskeyService {
  const { pool, passkeys, withdrawalLockHours: lockHours } = deps;

  function announce(userId: number, reason: string): Promise<void> {
    return deps.announce({ kind: 'user', userId, reason });
  }

  return {
    list: (userId) => listPasskeys(pool, userId),

    async options({ userId, sessionId }) {
      if ((await listPasskeys(pool, userId)).length >= passkeysMax) throw new DomainError('too_many_passkeys');
      const account = await demandAccount(pool, userId);
      demandVerifiedEmail(account);
      return passkeys.creationOptions(passkeyBindingOf(sessionId, account), { id: userId, email: account.email });
    },

    async add({ userId, sessionId }, name, response) {
      const binding = passkeyBindingOf(sessionId, await demandAccount(pool, userId));
      const credential = await passkeys.readNew(binding, response);
      const added = await inTransaction(pool, (tx) =>
        addFactor(tx, { userId, sessionId, lockHours, method: 'passkey' }, async () => {
          if ((await listPasskeys(tx, userId)).length >= passkeysMax) throw new DomainError('too_many_passkeys');
          if (!(await insertPasskey(tx, userId, name, credential))) throw new DomainError('passkey_refused');
          await addMethods(tx, sessionId, [credential.isDeviceBound ? 'hwk' : 'swk', 'user']);
          await recordChange(tx, userId, 'passkey.added', { passkey: credential.id, name });
        }),
      );
      await announce(userId, 'two_factor_enabled');
      const passkey = (await listPasskeys(pool, userId)).find(({ id }) => id === credential.id) as PasskeyView;
      return { passkey, ...added };
    },

    async remove({ userId, sessionId }, id) {
      await inTransaction(pool, async (tx) => {
        await turnOff(
          tx,
          { userId, sessionId, lockHours },
          'passkey',
          async () => (await deletePasskey(tx, userId, id)) !== undefined,
        );
      });
      await announce(userId, 'two_factor_disabled');
    },

    requestOptions: ({ userId, sessionId }) => passkeys.requestOptions(bindingOf(sessionId), { userId }),
  };
}

function bindingOf(sessionId: string): string {
  return `session:${sessionId}`;
}
