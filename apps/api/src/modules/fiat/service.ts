/** Deposits by payment providers, as users begin them and providers report them. */
import { randomBytes, randomUUID } from 'node:crypto';
import { DomainError } from '@pelican/shared/contracts';
import {
  type MerchantPayment,
  type NewProviderDeposit,
  providerFormSchema,
  type StartedDeposit,
} from '@pelican/shared/contracts/fiat';
import { fiatDecimals, paymentStatus } from '@pelican/shared/contracts/payments';
import { formatUnits, parseBigUnits } from '@pelican/shared/money';
import type pg from 'pg';
import type { Logger } from 'pino';
import { kycFor, lockLiveSession, type Require, type SessionOfUser } from '../../identity/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import type { Principal } from '../../platform/http/index.ts';
import { demandEnabled, type FoundMethod, lockOpenTerms, type PaymentsService, splitFee } from '../payments/index.ts';
import { unitsOf } from '../wallet/index.ts';
import { wakePayout } from '../withdrawals/index.ts';
import { demandForm } from './form.ts';
import type {
  PaymentProvider,
  PaymentProviders,
  ProviderCallback,
  ProviderPayment,
  ProviderReport,
} from './provider.ts';
import {
  countOpen,
  findByReference,
  findOfKey,
  findOwn,
  insertDeposit,
  type ProviderDeposit,
  setStatus,
  storeStarted,
} from './repository.ts';
import { settleReport } from './settle.ts';
import { withTimeout } from './timeout.ts';

const unverified = "You can't Perform Deposit or Withdraw until KYC is Approved. Please contact Support";
/** How long a payment may be paid. */
const payMinutes = 30;
/** Of a user, neither paid nor over. */
const openMax = 20;

export interface FiatServiceDeps {
  pool: pg.Pool;
  payments: Pick<PaymentsService, 'method'>;
  providers: PaymentProviders;
  require: Require;
  log: Pick<Logger, 'warn' | 'error'>;
}

export interface WantedDeposit {
  ticker: string;
  paymentKey: string;
  form: NewProviderDeposit;
  idempotencyKey: string | undefined;
}

export type FiatService = ReturnType<typeof createFiatService>;

export function createFiatService({ pool, payments, providers, require, log }: FiatServiceDeps) {
  /** @throws DomainError unknown_asset, unknown_payment_method, deposit_disabled */
  async function openMethod(
    { ticker, paymentKey }: Pick<WantedDeposit, 'ticker' | 'paymentKey'>,
    userId: number,
  ): Promise<FoundMethod & { provider: PaymentProvider }> {
    const found = await payments.method(ticker, paymentKey, 'deposit', userId);
    if (found.method.kind !== 'provider') throw new DomainError('unknown_payment_method');
    const provider = providers.get(found.method.provider);
    demandEnabled(ticker, { enabled: provider !== undefined && found.terms.enabled }, 'deposit');
    return { ...found, provider: provider as PaymentProvider };
  }

  /** Asks the provider outside of any transaction: what it reports meanwhile finds the deposit. @throws DomainError payment_provider_failed */
  async function start(
    provider: PaymentProvider,
    deposit: ProviderDeposit,
    details: ProviderPayment['details'],
  ): Promise<StartedDeposit> {
    const { id, reference, ticker, amount, methodName, expiresAt } = deposit;
    try {
      const started = await withTimeout(provider.start({ reference, ticker, amount, methodName, details, expiresAt }));
      await inTransaction(pool, (tx) => storeStarted(tx, id, started));
      return { id, hash: reference, redirectLink: started.redirectLink, fields: started.fields };
    } catch (error) {
      log.warn({ err: error, provider: provider.name, deposit: id }, 'a payment could not be begun');
      await inTransaction(pool, (tx) => markUnknown(tx, id));
      throw new DomainError('payment_provider_failed', { cause: error });
    }
  }

  async function settle(provider: PaymentProvider, report: ProviderReport) {
    const settled = await inTransaction(pool, (tx) => settleReport(tx, provider.name, report));
    if (settled.isPaidAgain)
      log.error(
        { deposit: settled.id, provider: provider.name, paymentId: report.paymentId },
        'a further payment was reported for a deposit: operators credit it with the first one or return it',
      );
    return settled;
  }

  return {
    /**
     * Begins a payment, or answers the one that was begun with the same key.
     * @throws DomainError kyc_required, unknown_asset, unknown_payment_method, deposit_disabled, invalid_argument, wrong_step, out_of_range,
     * amount_too_small, amount_too_large, too_many_requests, repeated_with_other_content, payment_provider_failed, invalid_token
     */
    async deposit(principal: Principal, session: SessionOfUser, wanted: WantedDeposit): Promise<StartedDeposit> {
      await require(principal, kycFor('deposit', unverified));
      const found = await openMethod(wanted, principal.userId);
      const { asset, method, provider } = found;
      const { amount: _, ...details } = demandForm(providerFormSchema(wanted.paymentKey), wanted.form);
      const { amount } = checkDeposit(wanted.form.amount, found);
      const { userId } = session;
      const idempotencyKey = wanted.idempotencyKey ?? randomUUID();
      const deposit = await inTransaction(pool, async (tx) => {
        await lockLiveSession(tx, session);
        const first = await findOfKey(tx, userId, idempotencyKey);
        if (first) return demandSame(first, { amount, methodId: method.id });
        if ((await countOpen(tx, userId)) >= openMax) throw new DomainError('too_many_requests');
        const { fee } = checkDeposit(amount, await lockOpenTerms(tx, found, 'deposit'));
        return insertDeposit(tx, {
          userId,
          assetId: asset.id,
          methodId: method.id,
          amount,
          fee,
          reference: randomBytes(16).toString('base64url'),
          provider: provider.name,
          idempotencyKey,
          minutes: payMinutes,
        });
      });
      if (deposit.redirect) return { id: deposit.id, hash: deposit.reference, ...deposit.redirect };
      return start(provider, deposit, details);
    },

    /** @throws DomainError not_found, invalid_signature */
    async report(name: string, callback: ProviderCallback): Promise<{ status: number }> {
      const provider = providers.get(name);
      if (!provider) throw new DomainError('not_found');
      const { status } = await settle(provider, provider.verify(callback));
      return { status };
    },

    /** Of a withdrawal: the worker asks the provider next. @throws DomainError not_found, invalid_signature, invalid_argument */
    async reportPayout(name: string, callback: ProviderCallback): Promise<{ status: number }> {
      const payouts = providers.get(name)?.payouts;
      if (!payouts) throw new DomainError('not_found');
      const { reference } = payouts.verify(callback);
      const status = await wakePayout(pool, { provider: name, reference });
      if (status === undefined) throw new DomainError('not_found');
      return { status };
    },

    /** Asks the provider, for one whose report was lost. @throws DomainError not_found, payment_provider_failed */
    async verify(userId: number, id: number): Promise<{ id: number; status: number; reason: string }> {
      const deposit = await findOwn(pool, userId, id);
      if (!deposit) throw new DomainError('not_found');
      const provider = providers.get(deposit.provider);
      if (!provider) throw new DomainError('payment_provider_failed');
      const report = await withTimeout(provider.find(deposit.reference)).catch((error: unknown) => {
        throw new DomainError('payment_provider_failed', { cause: error });
      });
      if (report) await settle(provider, report);
      const { status, reason } = (await findOwn(pool, userId, id)) as ProviderDeposit;
      return { id, status, reason };
    },

    /** @throws DomainError not_found */
    async page(hash: string): Promise<MerchantPayment> {
      const deposit = await findByReference(pool, hash);
      if (!deposit) throw new DomainError('not_found');
      return viewPage(deposit);
    },
  };
}

/** Nobody knows whether the provider has the payment; a report, a repeat or its time decides. */
async function markUnknown(tx: Parameters<typeof setStatus>[0], id: number): Promise<void> {
  const { rowCount } = await tx.query('SELECT FROM deposits WHERE id = $1 AND status = $2 FOR UPDATE', [
    id,
    paymentStatus.pending,
  ]);
  if (rowCount === 1) await setStatus(tx, id, paymentStatus.unknown, 'The payment provider has not answered');
}

/** @throws DomainError wrong_step, out_of_range, amount_too_small, amount_too_large */
function checkDeposit(given: string, { asset, terms }: FoundMethod): { amount: string; fee: string } {
  const { ticker, scale } = asset;
  const decimals = Math.min(scale, fiatDecimals);
  const amount = formatUnits(unitsOf(given, { ticker, scale: decimals }), decimals);
  const refuse = (code: 'amount_too_small' | 'amount_too_large', message: string) =>
    new DomainError(code, { message, fields: { amount: [message] } });
  const units = (text: string) => parseBigUnits(text, scale);
  if (units(amount) < units(terms.amountMin))
    throw refuse('amount_too_small', `The minimum is ${terms.amountMin} ${ticker}`);
  if (terms.amountMax !== '0' && units(amount) > units(terms.amountMax))
    throw refuse('amount_too_large', `The maximum is ${terms.amountMax} ${ticker}`);
  const { fee, net } = splitFee(amount, terms, asset);
  if (!/[1-9]/.test(net)) throw refuse('amount_too_small', `The fee is ${fee} ${ticker}: nothing would be left`);
  return { amount, fee };
}

function demandSame(
  first: ProviderDeposit,
  { amount, methodId }: { amount: string; methodId: number },
): ProviderDeposit {
  if (first.amount === amount && first.methodId === methodId) return first;
  throw new DomainError('repeated_with_other_content');
}

const shownStatus: Readonly<Record<number, MerchantPayment['status']>> = {
  [paymentStatus.successful]: 'successful',
  [paymentStatus.successfulManual]: 'successful',
  [paymentStatus.unsuccessful]: 'unsuccessful',
  [paymentStatus.canceledDeposit]: 'closed',
};

function viewPage(deposit: ProviderDeposit): MerchantPayment {
  const { reference, methodName, ticker, amount, address, memo, status, createdAt, expiresAt } = deposit;
  return {
    hash: reference,
    method: methodName,
    ticker,
    amount,
    system_address: address,
    memo,
    status: shownStatus[status] ?? 'pending',
    created_at: createdAt.getTime() / 1000,
    expires_at: expiresAt.getTime() / 1000,
  };
}
