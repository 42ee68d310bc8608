/** Wallets over HTTP. */
import { walletEndpoints } from '@pelican/shared/contracts/wallet';
import type { Guards, HttpServer } from '../../platform/http/index.ts';
import { type Call, serve } from '../../platform/http/index.ts';
import { countryNames } from '../system/index.ts';
import type { WalletService } from './service.ts';

export interface WalletRoutesDeps {
  wallet: WalletService;
  guards: Guards;
}

type TransferCall = Call<(typeof walletEndpoints)['POST /v2/profile/balance-transfer']>;

export function walletRoutes(app: HttpServer, { wallet, guards }: WalletRoutesDeps): void {
  const transfer = ({ principal, body, headers }: Pick<TransferCall, 'principal' | 'body' | 'headers'>) =>
    wallet.transfer(principal.userId, body, headers['idempotency-key']);

  serve(app, guards, walletEndpoints, {
    'GET /v3/profile/balance': ({ principal }) => wallet.balances(principal),
    'GET /v3/profile/balance/:ticker': ({ principal, params }) => wallet.balanceOf(principal, params.ticker),
    'GET /v3/profile/countrylist': ({ reply }) => {
      reply.header('cache-control', 'private, max-age=3600');
      return countryNames();
    },
    'POST /v2/profile/transfer': transfer,
    'POST /v2/profile/transfer-futures': transfer,
    'POST /v2/profile/transfer-trade-futures': transfer,
    'POST /v2/profile/balance-transfer': transfer,
  });
}
