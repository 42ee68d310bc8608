/** Recovery of lost second factors over HTTP. */
import { factorRecoveryEndpoints, factorRecoveryWaitHours } from '@pelican/shared/contracts/factor-recovery';
import type { Guards, HttpServer } from '../../platform/http/index.ts';
import { serve } from '../../platform/http/index.ts';
import type { Asking, FactorRecoveries } from './service.ts';

export interface FactorRecoveryRoutesDeps {
  factorRecoveries: FactorRecoveries;
  /** The account of a sign-in whose second factor is due. @throws DomainError sign_in_ended, account_blocked */
  accountOfTicket(ticket: string, ip: string): Promise<Asking>;
  guards: Guards;
}

const success = { status: 'success' } as const;

export function factorRecoveryRoutes(app: HttpServer, deps: FactorRecoveryRoutesDeps): void {
  const { factorRecoveries, accountOfTicket, guards } = deps;
  serve(app, guards, factorRecoveryEndpoints, {
    'POST /v2/2fa/recovery': async ({ body, request: { ip } }) => {
      const { requestedAt } = await factorRecoveries.ask(await accountOfTicket(body.ticket, ip), ip);
      return { ...success, requested: requestedAt.getTime() / 1000, wait_hours: factorRecoveryWaitHours };
    },
    'POST /v2/2fa/recovery/stop': async ({ body }) => {
      await factorRecoveries.stopByLink(body.token);
      return success;
    },
  });
}
