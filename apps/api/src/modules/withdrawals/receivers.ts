/** Whom payment providers pay: the provider is handed what the form asks, and the exchange keeps a name and a token alone. */
import { DomainError } from '@pelican/shared/contracts';
import type { GivenReceiver } from '@pelican/shared/contracts/fiat';
import type { Method } from '../payments/index.ts';
import type { AddressAndMemo } from './addresses/repository.ts';
import { notSaved } from './destination.ts';
import type { Destination, TypedReceiver } from './place.ts';

/** What adapters of providers do about receivers. */
export interface Receivers {
  /**
   * Judges the form without asking the provider. @returns the name of the receiver in lists
   * @throws DomainError invalid_argument with a text for each field, withdrawal_disabled (no such provider)
   */
  nameOf(method: Pick<Method, 'key' | 'provider'>, given: GivenReceiver): string;
  /**
   * `address` names the receiver in lists; `memo` is the provider's token, the same for the same receiver, which distinguishes receivers of one name.
   * @param userId who has typed it: each has a budget of new receivers
   * @throws DomainError what `nameOf` throws, payment_provider_failed, too_many_requests
   */
  register(userId: number, method: Pick<Method, 'key' | 'provider'>, given: GivenReceiver): Promise<AddressAndMemo>;
}

/**
 * What a request says of where it goes, without asking a provider.
 * @param request.isKey an API key names a saved receiver by its id: nothing that it types is handed to a provider
 * @throws DomainError what `nameOf` throws, unknown_payment_method, address_not_saved
 */
export function readDestination(
  receivers: Receivers,
  method: Pick<Method, 'key' | 'kind' | 'provider'>,
  { given, isKey }: { given: Destination; isKey: boolean },
): Destination | TypedReceiver {
  if ('bankId' in given || 'registered' in given) return given;
  const { receiver, ...address } = given;
  if (method.kind !== 'provider') {
    if (receiver) throw new DomainError('unknown_payment_method');
    return address;
  }
  // Neither an address nor a token is typed: the token of somebody else would be paid.
  if (address.address_id !== undefined) return { address_id: address.address_id };
  if (isKey) throw notSaved();
  const typed = receiver ?? {};
  return { typed, name: receivers.nameOf(method, typed) };
}

/**
 * After the factor, so that who has a session alone hands nothing to a provider, and before the transaction of the request, which asks none.
 * @throws DomainError what `register` throws
 */
export async function settleDestination(
  receivers: Receivers,
  method: Pick<Method, 'key' | 'provider'>,
  { userId, destination }: { userId: number; destination: Destination | TypedReceiver },
): Promise<Destination> {
  if (!('typed' in destination)) return destination;
  return { registered: await receivers.register(userId, method, destination.typed) };
}
