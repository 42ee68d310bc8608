/** The value of an account over time over HTTP. */
import { portfolioEndpoints } from '@pelican/shared/contracts/portfolio';
import type { Catalog } from '../../catalog/index.ts';
import { type Guards, type HttpServer, type PrivateReads, serve } from '../../platform/http/index.ts';
import type { WalletService } from '../wallet/index.ts';
import { findValues } from './history.ts';

export interface PortfolioRoutesDeps {
  catalog(): Catalog;
  wallet: Pick<WalletService, 'balances'>;
  privateReads: PrivateReads;
  guards: Guards;
}

export function portfolioRoutes(app: HttpServer, { catalog, wallet, privateReads, guards }: PortfolioRoutesDeps): void {
  const { pool, queue } = privateReads;
  serve(app, guards, portfolioEndpoints, {
    'GET /v3/profile/portfolio': async ({ principal, query: { range } }) => {
      const { userId } = principal;
      const now = Math.floor(Date.now() / 1000);
      const points = await queue.run(principal, () => findValues(pool, catalog(), { userId, range, now }));
      const { totalInrVal: inr, totalUsdVal: usd = '0' } = await wallet.balances(principal);
      return { range, points: [...points, { time: now, inr, usd }] };
    },
  });
}
