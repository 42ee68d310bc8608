/** Routes of payment providers and invoices. */
import {
  createFiatService,
  createSandboxProvider,
  fiatRoutes,
  sandboxProviderRoutes,
} from '../../modules/fiat/index.ts';
import { createInvoiceService, invoiceRoutes } from '../../modules/invoices/index.ts';
import { createPaymentsService } from '../../modules/payments/index.ts';
import type { HttpServer } from '../../platform/http/index.ts';
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
  | 'privateReads'
  | 'guards'
>;

/** Providers are named by the methods that they serve. A demo alone has one where nobody pays. */
export async function serveFiat(app: HttpServer, parts: FiatParts): Promise<void> {
  const { config, log, pool, redis, spot: live, authenticator, signIn, csrf, privateReads, guards } = parts;
  const secret = config.sandboxProviderSecret;
  const sandbox = secret === undefined ? undefined : { secret, redis };
  const providers = (sandbox ? [createSandboxProvider(sandbox)] : []).map((one) => [one.name, one] as const);
  const catalog = () => live.catalog();
  const payments = createPaymentsService({ pool, catalog });
  const { require } = authenticator;
  const fiat = createFiatService({ pool, payments, providers: new Map(providers), require, log });
  fiatRoutes(app, { fiat, guards });
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
