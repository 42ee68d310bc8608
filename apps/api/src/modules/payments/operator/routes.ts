/** Payment methods in the operator console. */
import { paymentsOperatorEndpoints } from '@pelican/shared/contracts/payments';
import { type OperatorConsole, outcomeOf } from '../../../identity/index.ts';
import { type HttpServer, serve } from '../../../platform/http/index.ts';
import { changeConfirmations } from './confirmations.ts';
import { addPaymentMethod, changePaymentMethod } from './methods.ts';
import { listNetworks } from './network-view.ts';
import { addNetwork, changeNetwork } from './networks.ts';
import { switchPayments } from './switch.ts';
import { changePaymentTerms } from './terms.ts';
import { findPaymentMethod, listPaymentMethods } from './view.ts';

export function paymentsOperatorRoutes(app: HttpServer, operators: OperatorConsole): void {
  const { pool, guards } = operators;
  serve(app, guards, paymentsOperatorEndpoints, {
    'GET /v2/ops/payments': async ({ query }) => ({
      ...(await listPaymentMethods(pool, query)),
      offset: query.offset,
      limit: query.limit,
    }),
    'GET /v2/ops/payments/:id': ({ params: { id } }) => findPaymentMethod(pool, id),
    'POST /v2/ops/payments/switch': async ({ principal, reply, body: { reason, ...payload } }) =>
      outcomeOf(await operators.submit({ principal, reply }, switchPayments, { payload, reason })),
    'POST /v2/ops/payments/:id/terms': async ({ principal, reply, params: { id }, body: { reason, ...wanted } }) => {
      const { ticker, key } = await findPaymentMethod(pool, id);
      const payload = { method: `${ticker}:${key}`, ...wanted };
      return outcomeOf(await operators.submit({ principal, reply }, changePaymentTerms, { payload, reason }));
    },
    'POST /v2/ops/payments': async ({ principal, reply, body: { reason, ...payload } }) =>
      outcomeOf(await operators.submit({ principal, reply }, addPaymentMethod, { payload, reason })),
    'POST /v2/ops/payments/:id/method': async ({
      principal,
      reply,
      params: { id },
      body: { change, before, reason },
    }) => {
      const { ticker, key } = await findPaymentMethod(pool, id);
      const payload = { method: `${ticker}:${key}`, change, before };
      return outcomeOf(await operators.submit({ principal, reply }, changePaymentMethod, { payload, reason }));
    },
    'GET /v2/ops/payment-networks': () => listNetworks(pool),
    'POST /v2/ops/payment-networks': async ({ principal, reply, body: { reason, ...payload } }) =>
      outcomeOf(await operators.submit({ principal, reply }, addNetwork, { payload, reason })),
    'POST /v2/ops/payment-networks/:key/change': async ({
      principal,
      reply,
      params,
      body: { change, before, reason },
    }) => {
      const payload = { network: params.key, change, before };
      return outcomeOf(await operators.submit({ principal, reply }, changeNetwork, { payload, reason }));
    },
    'POST /v2/ops/payment-networks/:key/confirmations': async ({
      principal,
      reply,
      params,
      body: { confirmations, before, reason },
    }) => {
      const payload = { network: params.key, confirmations, before };
      return outcomeOf(await operators.submit({ principal, reply }, changeConfirmations, { payload, reason }));
    },
  });
}
