/** Withdrawals over HTTP. */
import { withdrawalsEndpoints } from '@pelican/shared/contracts/withdrawals';
import { type KnownAsset, requireAsset } from '../../live/index.ts';
import { type Call, type Guards, type HttpServer, type PrivateReads, serve } from '../../platform/http/index.ts';
import { sessionCallerOf } from '../auth/index.ts';
import type { Confirmations } from './confirmation.ts';
import type { Destination } from './place.ts';
import { findOwnPage } from './repository.ts';
import type { WithdrawalService } from './service.ts';
import { viewWithdrawal } from './view.ts';

export interface WithdrawalRoutesDeps {
  withdrawals: WithdrawalService;
  confirmations: Pick<Confirmations, 'send'>;
  /** @throws DomainError invalid_argument: the terms are not accepted */
  bankOf(wanted: { userId: number; bankId: number; terms: boolean }): Destination;
  knownAsset: KnownAsset;
  privateReads: PrivateReads;
  guards: Guards;
}

type Endpoints = typeof withdrawalsEndpoints;
type Plain = Pick<Call<Endpoints['POST /v2/profile/withdraw']>, 'principal' | 'request' | 'body' | 'headers'>;

export function withdrawalRoutes(app: HttpServer, deps: WithdrawalRoutesDeps): void {
  const { withdrawals, confirmations, bankOf, knownAsset, privateReads, guards } = deps;
  const request = ({ principal, request: { ip }, body, headers }: Plain) => {
    const {
      ticker,
      payment_method: paymentKey,
      amount,
      fee,
      factor,
      code,
      bank_id: bankId,
      terms = false,
      ...address
    } = body;
    const wanted = { ticker, paymentKey, amount, fee, factor, code };
    const destination = bankId === undefined ? address : bankOf({ userId: principal.userId, bankId, terms });
    return withdrawals.request({ principal, ip }, wanted, destination, headers['idempotency-key']);
  };
  /** Of a call whose path names the method. */
  const by =
    (paymentKey: string) =>
    ({ body, ...call }: Omit<Plain, 'body'> & { body: Omit<Plain['body'], 'payment_method'> }) =>
      request({ ...call, body: { ...body, payment_method: paymentKey } });
  const resend =
    (way: 'mail' | 'text') =>
    async ({
      principal,
      request: { ip },
      body,
    }: Pick<Call<Endpoints['POST /v3/profile/resendWithdrawEmailotp']>, 'principal' | 'request' | 'body'>) => ({
      status: 'success' as const,
      ...(await confirmations.send({ userId: principal.userId, ip }, body.id, way)),
    });

  serve(app, guards, withdrawalsEndpoints, {
    'POST /v3/balance/withdrawal-:ticker/:paymentKey': ({ principal, request: call, params, body, headers }) => {
      const named = { ...body, ticker: params.ticker, payment_method: params.paymentKey };
      return request({ principal, request: call, body: named, headers });
    },
    'POST /v2/profile/withdraw': request,
    'POST /v2/profile/withdraw/2fa': request,
    'POST /v2/edr/withdraw': ({ body, ...call }) => request({ ...call, body: { ...body, ticker: 'EDR' } }),
    'POST /v2/profile/withdrawfchange': by('FCHANGE'),
    'POST /v2/profile/withdrawkitvisa': by('KITVISA'),
    'POST /v2/profile/withdrawadvvisa': by('ADVCARD'),
    'POST /confirmWithdraw': ({ principal, request: call, body }) =>
      withdrawals.confirm(principal?.sessionId === undefined ? undefined : sessionCallerOf(principal, call), body),
    'POST /v3/profile/resendWithdrawEmailotp': resend('mail'),
    'POST /v3/profile/resendWithdrawPhoneotp': resend('text'),
    'POST /v2/profile/withdrawals/:id/cancel': ({ principal, params }) =>
      withdrawals.cancel(principal.userId, params.id),
    'GET /v2/profile/withdrawals': async ({ principal, query: { ticker, offset, limit } }) => {
      const { userId } = principal;
      const asset = ticker === undefined ? undefined : await requireAsset(knownAsset, ticker, userId);
      const wanted = { userId, assetId: asset?.id, offset, limit };
      return privateReads.queue.run(principal, async () => {
        const { result, total } = await findOwnPage(privateReads.pool, wanted);
        return { result: result.map(viewWithdrawal), total, offset, limit };
      });
    },
    'GET /v3/profile/withdraw_kyc_limit': ({ principal }) => withdrawals.limit(principal),
  });
}
