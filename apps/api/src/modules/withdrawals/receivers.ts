/** Whom payment providers pay: the provider is handed what the form asks, and the exchange keeps a name and a token alone. */
import { DomainError } from '@pelican/shared/contracts';
import type { GivenReceiver } from '@pelican/shared/contracts/fiat';
import type { Method } from '../payments/index.ts';
import type { AddressAndMemo } from './addresses/repository.ts';
import type { Destination } from './place.ts';

/** What adapters of providers do about receivers. */
export interface Receivers {
  /**
   * `address` names the receiver in lists; `memo` is the provider's token, the same for the same receiver, which tells apart those of one name.
   * @throws DomainError invalid_argument with a text for each field, withdrawal_disabled (no such provider), payment_provider_failed
   */
  register(method: Pick<Method, 'key' | 'provider'>, given: GivenReceiver): Promise<AddressAndMemo>;
}

/** Before the transaction of a request, which asks no provider. @throws DomainError what `register` throws, unknown_payment_method */
export async function settleDestination(
  receivers: Receivers,
  method: Pick<Method, 'key' | 'kind' | 'provider'>,
  given: Destination,
): Promise<Destination> {
  if ('bankId' in given || 'registered' in given) return given;
  const { receiver, ...address } = given;
  if (method.kind !== 'provider') {
    if (receiver) throw new DomainError('unknown_payment_method');
    return address;
  }
  // Neither an address nor a token is typed: the token of somebody else would be paid.
  if (address.address_id !== undefined) return { address_id: address.address_id };
  return { registered: await receivers.register(method, receiver ?? {}) };
}
