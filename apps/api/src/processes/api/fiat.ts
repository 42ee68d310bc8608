/** Routes of payment providers and invoices. */
import { createFiatService, fiatRoutes, sandboxProviderRoutes } from '../../modules/fiat/index.ts';
import { createInvoiceService, invoiceRoutes } from '../../modules/invoices/index.ts';
import { createPaymentsService, paymentStatusRoutes } from '../../modules/payments/index.ts';
import type { HttpServer } from '../../platform/http/index.ts';
import { openProviders } from '../payment-providers.ts';
import type { ServedParts } from './access.ts';
import { livePriceOf } from './price-sources.ts';

type FiatParts = Pick<
  ServedParts,
  | 'config'
  | 'log'
  | 'pool'
  | 'redis'
  | 'spot'
  | 'perpetual'
  | 'authenticator'
  | 'signIn'
  | 'csrf'
  | 'publicReads'
  | 'privateReads'
  | 'guards'
>;

/** Providers are named by the methods that they serve. A demo alone has one where nobody pays. */
export async function serveFiat(app: HttpServer, parts: FiatParts): Promise<void> {
  const { config, log, pool, redis, spot: live, authenticator, signIn, csrf, privateReads, guards } = parts;
  const { publicReads } = parts;
  const secret = config.sandboxProviderSecret;
  const sandbox = secret === undefined ? undefined : { secret, redis };
  const byName = openProviders(config, redis);
  const catalog = () => live.catalog();
  const payments = createPaymentsService({ pool, catalog });
  const { require } = authenticator;
  const fiat = createFiatService({ pool, payments, providers: byName, require, log });
  fiatRoutes(app, { fiat, guards });
  paymentStatusRoutes(app, { publicReads, guards, catalog, hasProvider: (name) => byName.has(name) });
  if (sandbox) await sandboxProviderRoutes(app, sandbox);
  const { codes, checks: factorChecks } = signIn;
  const invoices = createInvoiceService({
    pool,
    catalog,
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
