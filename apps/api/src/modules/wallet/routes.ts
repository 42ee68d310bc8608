/** Wallets over HTTP. */
import * as contract from '@pelican/shared/contracts/wallet.ts';
import { type Guards, principalOf } from '../../platform/guards.ts';
import type { HttpServer } from '../../platform/http-server.ts';
import type { WalletService } from './service.ts';

export interface WalletRoutesDeps {
  wallet: WalletService;
  guards: Guards;
}

const tags = ['wallet'];

export function walletRoutes(app: HttpServer, { wallet, guards }: WalletRoutesDeps): void {
  app.get(
    '/v3/profile/balance',
    {
      preValidation: guards.signedIn('read'),
      schema: { tags, summary: 'Balances of all wallets', response: { 200: contract.balanceResponse } },
    },
    (request) => wallet.balances(principalOf(request).userId),
  );

  for (const { path, body, between } of transferCalls) {
    app.post(
      path,
      {
        preValidation: guards.signedIn('transfer'),
        schema: {
          tags,
          summary: `Move money between ${between}`,
          description:
            'Send an Idempotency-Key: a repeat with it answers the first transfer. 503 with outcome_unknown means that ' +
            'the transfer was accepted and has not arrived yet.',
          headers: contract.transferHeaders,
          body,
          response: { 200: contract.transferResponse },
        },
      },
      (request) => wallet.transfer(principalOf(request).userId, request.body, request.headers['idempotency-key']),
    );
  }
}

const transferCalls = [
  { path: '/v2/profile/transfer', body: contract.transferRequest, between: 'the main and the trade wallet' },
  {
    path: '/v2/profile/transfer-futures',
    body: contract.futuresTransferRequest,
    between: 'the main and the futures wallet',
  },
  {
    path: '/v2/profile/transfer-trade-futures',
    body: contract.tradeFuturesTransferRequest,
    between: 'the trade and the futures wallet',
  },
  { path: '/v2/profile/balance-transfer', body: contract.anyTransferRequest, between: 'any two wallets' },
] as const;
