/** Routes of withdrawals. */
import { createReceivers } from '../../modules/fiat/index.ts';
import { bankDestination } from '../../modules/inr/index.ts';
import { createPaymentsService, type PaymentsService } from '../../modules/payments/index.ts';
import {
  type Confirmations,
  createConfirmations,
  createSavedAddressService,
  createWithdrawalService,
  type Receivers,
  savedAddressRoutes,
  type WithdrawalService,
  withdrawalRoutes,
} from '../../modules/withdrawals/index.ts';
import type { HttpServer } from '../../platform/http/index.ts';
import type { ServedParts } from './access.ts';
import { livePriceOf } from './price-sources.ts';

type WithdrawalParts = Pick<
  ServedParts,
  | 'config'
  | 'log'
  | 'providers'
  | 'pool'
  | 'spot'
  | 'perpetual'
  | 'authenticator'
  | 'signIn'
  | 'csrf'
  | 'privateReads'
  | 'guards'
  | 'knownAsset'
>;

export interface Withdrawals {
  payments: PaymentsService;
  receivers: Receivers;
  confirmations: Confirmations;
  withdrawals: WithdrawalService;
}

export function createWithdrawals(parts: WithdrawalParts): Withdrawals {
  const { config, pool, spot: live, perpetual, authenticator, signIn } = parts;
  const payments = createPaymentsService({ pool, catalog: () => live.catalog(), knownAsset: parts.knownAsset });
  const confirmations = createConfirmations({ pool, codes: signIn.codes, factorChecks: signIn.checks });
  const receivers = createReceivers(parts.providers, parts.log);
  const withdrawals = createWithdrawalService({
    pool,
    payments,
    receivers,
    confirmations,
    require: authenticator.require,
    factorChecks: signIn.checks,
    priceOf: livePriceOf(live, perpetual.live, config.withdrawals.priceVolumeUsd),
    rules: config.withdrawals,
  });
  return { payments, receivers, confirmations, withdrawals };
}

export function serveWithdrawals(
  app: HttpServer,
  parts: WithdrawalParts,
  { payments, receivers, confirmations, withdrawals }: Withdrawals,
): void {
  const { config, pool, signIn, csrf, privateReads, guards, knownAsset } = parts;
  withdrawalRoutes(app, { withdrawals, confirmations, bankOf: bankDestination, knownAsset, privateReads, guards });
  const { addressWaitHours: waitHours } = config.withdrawals;
  savedAddressRoutes(app, {
    addresses: createSavedAddressService({ pool, payments, receivers, waitHours }),
    knownAsset,
    stepUps: signIn.stepUps,
    csrf,
    privateReads,
    guards,
  });
}
