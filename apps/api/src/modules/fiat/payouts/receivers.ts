/** Whom providers pay: checked by the form of the method, handed to the provider, and kept as a masked name and the provider's token. */
import { DomainError } from '@pelican/shared/contracts';
import {
  type GivenReceiver,
  type ReceiverField,
  receiverFormSchema,
  receiverName,
} from '@pelican/shared/contracts/fiat';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { createTokenBuckets } from '../../../platform/http/index.ts';
import type { Receivers } from '../../withdrawals/index.ts';
import { demandForm } from '../form.ts';
import type { PaymentProviders } from '../provider.ts';
import { withTimeout } from '../timeout.ts';

/**
 * New receivers of one person, in each process of the API: who tries the numbers that a mask may stand for would read in the provider's refusals which of them
 * are somebody's.
 */
const newReceivers = { perSecond: 20 / 3_600, burst: 30 };
/** Receivers that are known to be no new ones of their user. */
const knownMax = 50_000;

export function createReceivers(providers: PaymentProviders, log: Pick<Logger, 'warn'>): Receivers {
  const budget = createTokenBuckets<number>(newReceivers);
  const known = new LRUCache<string, true>({ max: knownMax });

  /** @throws DomainError withdrawal_disabled, invalid_argument */
  function read({ key, provider: name }: Parameters<Receivers['nameOf']>[0], given: GivenReceiver) {
    const payouts = providers.get(name)?.payouts;
    if (!payouts) throw new DomainError('withdrawal_disabled');
    return { payouts, details: detailsOf(key, given) };
  }

  return {
    nameOf: (method, given) => receiverName(method.key, read(method, given).details),
    async register(userId, method, given) {
      const { key, provider: name } = method;
      const { payouts, details } = read(method, given);
      if (!budget.take(userId))
        throw new DomainError('too_many_requests', { details: { retryAfterMs: budget.waitMs(userId) } });
      try {
        const memo = await withTimeout(payouts.register({ methodKey: key, details }));
        const receiver = `${userId}:${memo}`;
        if (known.has(receiver)) budget.giveBack(userId);
        known.set(receiver, true);
        return { address: receiverName(key, details), memo };
      } catch (error) {
        if (error instanceof DomainError) throw error;
        log.warn({ provider: name, reason: String((error as Error).message) }, 'a receiver could not be registered');
        // Without its cause, which may have what was sent.
        throw new DomainError('payment_provider_failed');
      }
    },
  };
}

/** @throws DomainError invalid_argument with a text for each field, without one for a method that has no form */
function detailsOf(key: string, given: GivenReceiver): Partial<Record<ReceiverField, string>> {
  const details = demandForm(receiverFormSchema(key), given);
  if (Object.keys(details).length === 0) throw new DomainError('invalid_argument');
  return details;
}
