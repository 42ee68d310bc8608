/**
 * Terms as they are while a payment is written down: requests share a lock that a change of terms takes exclusively. So nothing
 * is requested by terms that have ended, and no change waits longer than for the requests of that moment.
 */
import { DomainError } from '@pelican/shared/contracts';
import type { PaymentAction } from '@pelican/shared/contracts/payments';
import type { Transaction } from '../../platform/database/index.ts';
import { findMethods } from './methods.ts';
import type { FoundMethod } from './service.ts';

const lockName = `hashtext('payment_terms')`;

/**
 * The method with its terms of now, which stay until the transaction ends.
 * @throws DomainError unknown_payment_method, deposit_disabled, withdrawal_disabled
 */
export async function lockOpenTerms(tx: Transaction, found: FoundMethod, action: PaymentAction): Promise<FoundMethod> {
  await tx.query({ name: 'share-terms', text: `SELECT pg_advisory_xact_lock_shared(${lockName})` });
  const method = (await findMethods(tx, found.asset.id)).find(({ id }) => id === found.method.id);
  const terms = method?.terms[action];
  if (!method || !terms) throw new DomainError('unknown_payment_method');
  demandEnabled(found.asset.ticker, { enabled: terms.enabled }, action);
  return { asset: found.asset, method, terms };
}

/** @throws DomainError deposit_disabled, withdrawal_disabled */
export function demandEnabled(ticker: string, { enabled }: { enabled: boolean }, action: PaymentAction): void {
  if (enabled) return;
  if (action === 'deposit') throw new DomainError('deposit_disabled', { message: `Deposit for ${ticker} is disabled` });
  throw new DomainError('withdrawal_disabled', { message: `Withdrawal for ${ticker} is disabled` });
}

/** Waits for the payments that are being written down; until the transaction ends no other one is. */
export async function lockAllTerms(tx: Transaction): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(${lockName})`);
}
