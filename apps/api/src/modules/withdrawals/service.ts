/** Withdrawals as their users request, confirm and cancel them. */
import { randomUUID } from 'node:crypto';
import { DomainError } from '@pelican/shared/contracts';
import type {
  Confirmation,
  RequestedWithdrawal,
  WithdrawalLimit,
  WithdrawalView,
} from '@pelican/shared/contracts/withdrawals';
import type pg from 'pg';
import { type AccountFactors, kycFor, type Require } from '../../identity/index.ts';
import type { WithdrawalRules } from '../../platform/config/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import type { Principal } from '../../platform/http/index.ts';
import {
  demandAccount,
  demandVerifiedEmail,
  type FactorChecks,
  type Proof,
  type SessionCaller,
  sessionCallerOf,
} from '../auth/index.ts';
import type { FoundMethod, PaymentsService } from '../payments/index.ts';
import { areOfMailbox, channelsAfter, hasMailboxAlone, withSettledPhone } from './channels.ts';
import { checkAmount } from './check-amount.ts';
import type { Confirmations, SentConfirmation } from './confirmation.ts';
import { cancelWithdrawal } from './end.ts';
import { leftOf, limitOf, type Standing, type Tier, tierOf, usedUsd } from './limits.ts';
import { type Destination, demandLocated, placeWithdrawal } from './place.ts';
import { type AssetPrice, unitsFor } from './prices.ts';
import { type Receivers, readDestination, settleDestination } from './receivers.ts';
import { findOwn, type Withdrawal } from './repository.ts';
import { confirmWithdrawal } from './settle.ts';
import { viewWithdrawal } from './view.ts';

const unverified = 'You must pass personal verification';

export interface WantedWithdrawal extends Proof {
  ticker: string;
  paymentKey: string;
  amount: string;
  /** The fee that its user has seen, whole units: another one is refused. */
  fee?: string | undefined;
}

export interface WithdrawalService {
  /**
   * Holds the amount. A session shows a second factor where one is enabled, and confirms it afterwards; an API key withdraws to saved
   * addresses alone, without a confirmation.
   * @throws DomainError what `destination` throws, insufficient_scope (an API key and a bank), kyc_required, withdrawals_locked, account_blocked, email_unverified, withdrawal_disabled, unknown_asset, unknown_payment_method,
   * invalid_argument, invalid_address, not_found, address_not_saved, address_waits, amount_too_small, amount_too_large, wrong_step, out_of_range,
   * insufficient_balance, withdrawal_limit, confirmation_channel, price_unknown, factor_needed, factor_wrong, fee_changed, repeated_with_other_content, too_many_requests, payment_provider_failed
   */
  request(
    caller: { principal: Principal; ip: string },
    wanted: WantedWithdrawal,
    destination: Destination,
    idempotencyKey: string | undefined,
  ): Promise<RequestedWithdrawal>;
  /** @throws DomainError as `confirmWithdrawal` */
  confirm(person: SessionCaller | undefined, proof: Confirmation): Promise<WithdrawalView>;
  /** @throws DomainError not_found, withdrawal_closed */
  cancel(userId: number, id: number): Promise<WithdrawalView>;
  limit(principal: Principal): Promise<WithdrawalLimit>;
  /** What is left of the limit, as units of an asset. */
  withdrawableOf(principal: Principal): Promise<(ticker: string) => string>;
}

export interface WithdrawalServiceDeps {
  pool: pg.Pool;
  payments: Pick<PaymentsService, 'method'>;
  receivers: Receivers;
  confirmations: Confirmations;
  require: Require;
  factorChecks: Pick<FactorChecks, 'demand'>;
  /** Of now; undefined when no market has a price for the asset. */
  priceOf(ticker: string): AssetPrice | undefined;
  rules: WithdrawalRules;
}

export function createWithdrawalService(deps: WithdrawalServiceDeps): WithdrawalService {
  const { pool, payments, receivers, confirmations, require, factorChecks, priceOf, rules } = deps;

  async function settledAccount(userId: number) {
    return withSettledPhone(pool, { userId, account: await demandAccount(pool, userId) });
  }

  async function standingOf(principal: Principal, account: AccountFactors): Promise<Standing> {
    try {
      const { secondFactor } = await require(principal, kycFor('withdraw', unverified));
      // What a key requests is confirmed by nobody, and the key was made by the factors alone.
      const isOfMailbox = principal.sessionId === undefined ? areOfMailbox(account) : hasMailboxAlone(account);
      return { isVerified: true, hasSecondFactor: secondFactor && !isOfMailbox };
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'kyc_required') throw error;
      return { isVerified: false, hasSecondFactor: principal.secondFactor };
    }
  }

  /** @throws DomainError kyc_required */
  async function demandTier(principal: Principal, account: AccountFactors, { asset }: FoundMethod): Promise<Tier> {
    const tier = tierOf(await standingOf(principal, account));
    if (tier !== 'new') return tier;
    if (asset.unverifiedWithdrawals) return 'basic';
    throw new DomainError('kyc_required', { message: unverified });
  }

  async function limit(principal: Principal): Promise<WithdrawalLimit> {
    const { userId } = principal;
    const [account, used] = await Promise.all([settledAccount(userId), usedUsd(pool, userId)]);
    const standing = await standingOf(principal, account);
    const tier = tierOf(standing);
    const dollars = limitOf(tier, rules);
    const { basicUsd, enhancedUsd } = rules;
    return {
      tier,
      limit: String(dollars),
      used,
      left: leftOf(dollars, used),
      basic: String(basicUsd),
      enhanced: String(enhancedUsd),
    };
  }

  async function viewOwn(userId: number, id: number): Promise<WithdrawalView> {
    const own = await findOwn(pool, userId, id);
    if (!own) throw new DomainError('not_found');
    return viewWithdrawal(own);
  }

  return {
    async request({ principal, ip }, wanted, given, givenKey) {
      const { userId } = principal;
      const person = principal.sessionId === undefined ? undefined : sessionCallerOf(principal, { ip });
      const found = await payments.method(wanted.ticker, wanted.paymentKey, 'withdraw', userId);
      const account = await settledAccount(userId);
      const tier = await demandTier(principal, account, found);
      if (person) demandVerifiedEmail(account);
      const amounts = checkAmount(wanted.amount, found, priceOf(found.asset.ticker));
      const read = readDestination(receivers, found.method, { given, isKey: person === undefined });
      const idempotencyKey = givenKey ?? randomUUID();
      const checked = { principal, person, found, tier, amounts, seenFee: wanted.fee, idempotencyKey };
      // Before the factor, which is used up.
      await demandLocated(pool, { ...checked, destination: read });
      const shown = person && (await factorChecks.demand(person, wanted));
      const destination = await settleDestination(receivers, found.method, { userId, destination: read });
      const confirmBy = channelsAfter(shown?.factor, account);
      const isOfMailbox = shown !== undefined && hasMailboxAlone(account, [shown.factor]);
      const settling = { rules, priceOf };
      const { withdrawal, repeated } = await inTransaction(pool, (tx) =>
        placeWithdrawal(tx, { ...checked, destination, confirmBy, isOfMailbox }, settling),
      );
      const sent = person && !repeated ? await sendFirst(withdrawal, { account, ip }) : null;
      return { ...viewWithdrawal(withdrawal), repeated, sent };
    },

    async confirm(person, proof) {
      const { userId, id } = await confirmWithdrawal({ pool, confirmations, rules, priceOf }, person, proof);
      return viewOwn(userId, id);
    },

    async cancel(userId, id) {
      await inTransaction(pool, (tx) => cancelWithdrawal(tx, userId, id));
      return viewOwn(userId, id);
    },

    limit,

    async withdrawableOf(principal) {
      const { left } = await limit(principal);
      return (ticker) => {
        const price = priceOf(ticker);
        return price ? unitsFor(left, price) : '0';
      };
    },
  };

  /** A message that cannot be sent now is asked for again by its user. */
  async function sendFirst(
    withdrawal: Withdrawal,
    to: { account: AccountFactors; ip: string },
  ): Promise<SentConfirmation | null> {
    const [channel = 'mail'] = withdrawal.confirmBy;
    return confirmations.sendOf(withdrawal, to, channel).catch((error: unknown) => {
      if (error instanceof DomainError) return null;
      throw error;
    });
  }
}
