/** Routes of payment providers and invoices. */
import { createFiatService, fiatRoutes, sandboxProviderRoutes } from '../../modules/fiat/index.ts';
import { createInvoiceService, invoiceRoutes } from '../../modules/invoices/index.ts';
import { createPaymentsService, paymentStatusRoutes } from '../../modules/payments/index.ts';
import type { HttpServer } from '../../platform/http/index.ts';
import type { ServedParts } from './access.ts';
import { livePriceOf } from './price-sources.ts';

type FiatParts = Pick<
  ServedParts,
  | 'config'
  | 'log'
  | 'pool'
  | 'redis'
  | 'providers'
  | 'spot'
  | 'perpetual'
  | 'authenticator'
  | 'signIn'
  | 'csrf'
  | 'publicReads'
  | 'privateReads'
  | 'guards'
  | 'knownAsset'
>;

/** A demo alone has a provider where nobody pays. */
export async function serveFiat(app: HttpServer, parts: FiatParts): Promise<void> {
  const { config, log, pool, redis, spot: live, authenticator, signIn, csrf, privateReads, guards, providers } = parts;
  const { publicReads, knownAsset } = parts;
  const secret = config.sandboxProviderSecret;
  const sandbox = secret === undefined ? undefined : { secret, redis };
  const catalog = () => live.catalog();
  const payments = createPaymentsService({ pool, catalog, knownAsset });
  const { require } = authenticator;
  const fiat = createFiatService({ pool, payments, providers, require, log });
  fiatRoutes(app, { fiat, guards });
  paymentStatusRoutes(app, { publicReads, guards, catalog, knownAsset, hasProvider: (name) => providers.has(name) });
  const { auth, codes, checks: factorChecks } = signIn;
  if (sandbox) await sandboxProviderRoutes(app, { ...sandbox, pool, identify: auth.identify });
  const invoices = createInvoiceService({
    pool,
    knownAsset,
    require,
    codes,
    factorChecks,
    payments,
    fiat,
    priceOf: livePriceOf(live, parts.perpetual.live, config.withdrawals.priceVolumeUsd),
    rules: config.withdrawals,
  });
  invoiceRoutes(app, { invoices, csrf, privateReads, guards });
}
