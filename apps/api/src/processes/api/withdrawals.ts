/** Routes of withdrawals. */
import { DomainError } from '@pelican/shared/contracts';
import { bankDestination } from '../../modules/inr/index.ts';
import { createPaymentsService } from '../../modules/payments/index.ts';
import {
  createConfirmations,
  createSavedAddressService,
  createWithdrawalService,
  savedAddressRoutes,
  withdrawalRoutes,
} from '../../modules/withdrawals/index.ts';
import type { HttpServer } from '../../platform/http/index.ts';
import type { ServedParts } from './access.ts';
import { livePriceOf } from './price-sources.ts';

type WithdrawalParts = Pick<
  ServedParts,
  'config' | 'pool' | 'spot' | 'perpetual' | 'authenticator' | 'signIn' | 'csrf' | 'privateReads' | 'guards'
>;

export function serveWithdrawals(app: HttpServer, parts: WithdrawalParts): void {
  const { config, pool, spot: live, perpetual, authenticator, signIn, csrf, privateReads, guards } = parts;
  const payments = createPaymentsService({ pool, catalog: () => live.catalog() });
  const confirmations = createConfirmations({ pool, codes: signIn.codes, factorChecks: signIn.checks });
  const withdrawals = createWithdrawalService({
    pool,
    payments,
    confirmations,
    require: authenticator.require,
    factorChecks: signIn.checks,
    priceOf: livePriceOf(live, perpetual.live, config.withdrawals.priceVolumeUsd),
    rules: config.withdrawals,
  });
  const assetOf = (ticker: string) => {
    const asset = live.catalog().assetByTicker(ticker);
    if (!asset) throw new DomainError('unknown_asset', { fields: { ticker: ['Unknown currency'] } });
    return asset;
  };
  withdrawalRoutes(app, { withdrawals, confirmations, bankOf: bankDestination, assetOf, privateReads, guards });
  const { addressWaitHours: waitHours } = config.withdrawals;
  savedAddressRoutes(app, {
    addresses: createSavedAddressService({ pool, payments, waitHours }),
    assetOf,
    stepUps: signIn.stepUps,
    csrf,
    privateReads,
    guards,
  });
}
