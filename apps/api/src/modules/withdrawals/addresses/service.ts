/** Saved addresses as their users add and delete them, and the switch to withdraw to them alone. */
import { DomainError } from '@pelican/shared/contracts';
import {
  type AllowList,
  type NewSavedAddress,
  type SavedAddress,
  type SavedAddressList,
  savedAddressesMax,
} from '@pelican/shared/contracts/saved-addresses';
import type pg from 'pg';
import { lockLiveSession } from '../../../identity/index.ts';
import { writeNotices } from '../../../notices/index.ts';
import { inTransaction, type Queryable, recordAudit, type Transaction } from '../../../platform/database/index.ts';
import type { SessionCaller } from '../../auth/index.ts';
import type { PaymentsService } from '../../payments/index.ts';
import { demandAddress } from '../destination.ts';
import type { Receivers } from '../receivers.ts';
import {
  type AddressAndMemo,
  countAddresses,
  deleteAddress,
  findAddresses,
  findAllowList,
  findFilters,
  insertAddress,
  setAllowList,
  type WantedAddresses,
} from './repository.ts';

export interface SavedAddressServiceDeps {
  pool: pg.Pool;
  payments: Pick<PaymentsService, 'method'>;
  receivers: Receivers;
  /** How long a new address waits, and the allow-list after it was switched off. */
  waitHours: number;
}

export interface SavedAddressService {
  list(db: Queryable, wanted: WantedAddresses): Promise<SavedAddressList>;
  /** What refuses it whatever proof is shown; no provider is asked. @throws DomainError unknown_asset, unknown_payment_method, invalid_address, invalid_argument, withdrawal_disabled */
  demandSavable(userId: number, wanted: NewSavedAddress): Promise<void>;
  /** @throws DomainError as `demandSavable`; payment_provider_failed, address_saved, too_many_addresses, invalid_token */
  add(person: SessionCaller, wanted: NewSavedAddress): Promise<SavedAddress>;
  /** @throws DomainError not_found, also for somebody else's */
  remove(person: SessionCaller, id: number): Promise<void>;
  /** On at once. Off after the waiting time; another switch-off does not begin that time again. */
  switchAllowList(person: SessionCaller, enabled: boolean): Promise<AllowList>;
}

interface Settling {
  methodId: number;
  /** Asks a provider, where there is one, about what the user has typed. */
  settle(): Promise<AddressAndMemo>;
}

export function createSavedAddressService(deps: SavedAddressServiceDeps): SavedAddressService {
  const { pool, payments, receivers, waitHours } = deps;

  /** Of a receiver at a provider, what settles its token is yet to be asked. */
  async function read(userId: number, wanted: NewSavedAddress): Promise<Settling> {
    const { ticker, payment_method: key, address, memo = '', without_memo: withoutMemo = false, receiver } = wanted;
    const { method } = await payments.method(ticker, key, 'withdraw', userId);
    const methodId = method.id;
    if (method.kind === 'provider') {
      const typed = receiver ?? {};
      receivers.nameOf(method, typed);
      return { methodId, settle: () => receivers.register(userId, method, typed) };
    }
    if (method.kind !== 'crypto') throw new DomainError('unknown_payment_method');
    if (!address) throw new DomainError('invalid_argument', { fields: { address: ['Field is required'] } });
    demandAddress(method, { address, memo }, withoutMemo);
    return { methodId, settle: async () => ({ address, memo }) };
  }

  return {
    async list(db, wanted) {
      const { userId, offset, limit } = wanted;
      const [page, filters, switched] = await Promise.all([
        findAddresses(db, wanted),
        findFilters(db, userId),
        findAllowList(db, userId),
      ]);
      return { ...page, offset, limit, filters, allowList: { ...switched, waitHours } };
    },

    async demandSavable(userId, wanted) {
      await read(userId, wanted);
    },

    async add(person, wanted) {
      const { userId } = person;
      const { methodId, settle } = await read(userId, wanted);
      const { address, memo } = await settle();
      const { name } = wanted;
      return inTransaction(pool, async (tx) => {
        await lockLiveSession(tx, person);
        const saved = await insertAddress(tx, { userId, methodId, name, address, memo, waitHours });
        if (!saved) throw new DomainError('address_saved', { fields: { address: ['This address already exists'] } });
        if ((await countAddresses(tx, userId)) > savedAddressesMax) throw new DomainError('too_many_addresses');
        await record(tx, userId, 'address.saved', { id: saved.id, methodId, address });
        await writeNotices(tx, [{ userId, kind: 'address_saved', payload: { name, address, hours: waitHours } }]);
        return saved;
      });
    },

    async remove(person, id) {
      const { userId } = person;
      await inTransaction(pool, async (tx) => {
        // A withdrawal by an API key, or of a user with the allow-list, has this lock from its check of the address to its end.
        await lockLiveSession(tx, person);
        const removed = await deleteAddress(tx, userId, id);
        if (!removed) throw new DomainError('not_found');
        await record(tx, userId, 'address.deleted', { id, ...removed });
      });
    },

    async switchAllowList(person, enabled) {
      const { userId } = person;
      return inTransaction(pool, async (tx) => {
        await lockLiveSession(tx, person);
        const before = await findAllowList(tx, userId);
        const isOnForGood = before.enabled && before.endsAt === null;
        const isChange = enabled ? !isOnForGood : isOnForGood;
        if (isChange) {
          await setAllowList(tx, userId, enabled ? undefined : waitHours);
          await record(tx, userId, 'address_list.switched', { enabled });
          const payload = { isOn: enabled, hours: waitHours };
          await writeNotices(tx, [{ userId, kind: 'address_list_switched', payload }]);
        }
        return { ...(await findAllowList(tx, userId)), waitHours };
      });
    },
  };
}

function record(tx: Transaction, userId: number, action: string, details: Record<string, unknown>): Promise<void> {
  const account = `user:${userId}`;
  return recordAudit(tx, { actor: account, action, subject: account, details });
}
