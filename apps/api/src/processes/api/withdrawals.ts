/** Routes of withdrawals. */
import { DomainError } from '@pelican/shared/contracts';
import { bankDestination } from '../../modules/inr/index.ts';
import { createPaymentsService } from '../../modules/payments/index.ts';
import { lastPrices } from '../../modules/wallet/index.ts';
import { createConfirmations, createWithdrawalService, withdrawalRoutes } from '../../modules/withdrawals/index.ts';
import type { HttpServer } from '../../platform/http/index.ts';
import type { ServedParts } from './access.ts';

type WithdrawalParts = Pick<
  ServedParts,
  'config' | 'pool' | 'spot' | 'authenticator' | 'signIn' | 'privateReads' | 'guards'
>;

export function serveWithdrawals(app: HttpServer, parts: WithdrawalParts): void {
  const { config, pool, spot: live, authenticator, signIn, privateReads, guards } = parts;
  const payments = createPaymentsService({ pool, catalog: () => live.catalog() });
  const confirmations = createConfirmations({ pool, codes: signIn.codes, factorChecks: signIn.checks });
  const withdrawals = createWithdrawalService({
    pool,
    payments,
    confirmations,
    require: authenticator.require,
    factorChecks: signIn.checks,
    prices: () => lastPrices(live),
    rules: config.withdrawals,
  });
  withdrawalRoutes(app, {
    withdrawals,
    confirmations,
    bankOf: bankDestination,
    assetOf(ticker) {
      const asset = live.catalog().assetByTicker(ticker);
      if (!asset) throw new DomainError('unknown_asset', { fields: { ticker: ['Unknown currency'] } });
      return asset;
    },
    privateReads,
    guards,
  });
}
