/** Recovery of lost second factors over HTTP. */
import { factorRecoveryEndpoints, factorRecoveryWaitHours } from '@pelican/shared/contracts/factor-recovery';
import type { Guards, HttpServer } from '../../platform/http/index.ts';
import { serve } from '../../platform/http/index.ts';
import type { Captcha } from '../captcha/index.ts';
import type { PhoneProof } from './phone-proof.ts';
import type { Asking, FactorRecoveries } from './service.ts';

export interface FactorRecoveryRoutesDeps {
  factorRecoveries: FactorRecoveries;
  phoneProof: PhoneProof;
  captcha: Pick<Captcha, 'demand'>;
  /** The account of a sign-in whose second factor is due. @throws DomainError sign_in_ended, account_blocked */
  accountOfTicket(ticket: string, ip: string): Promise<Asking>;
  guards: Guards;
}

const success = { status: 'success' } as const;

export function factorRecoveryRoutes(app: HttpServer, deps: FactorRecoveryRoutesDeps): void {
  const { factorRecoveries, phoneProof, captcha, accountOfTicket, guards } = deps;
  serve(app, guards, factorRecoveryEndpoints, {
    'POST /v2/2fa/recovery/phone': async ({ body: { ticket }, request: { ip } }) => {
      const { id } = await accountOfTicket(ticket, ip);
      return { phone: await phoneProof.phoneOf(id) };
    },
    'POST /v2/2fa/recovery/phone_code': async ({ body: { ticket }, request: { ip } }) => {
      const { id: userId } = await accountOfTicket(ticket, ip);
      return { ...success, ...(await phoneProof.sendCode({ userId, ticket, ip })) };
    },
    'POST /v2/2fa/recovery': async ({ body: { ticket, captcha: solution, phone_code: code }, request: { ip } }) => {
      const account = await accountOfTicket(ticket, ip);
      await captcha.demand(solution);
      const isPhoneShown = await phoneProof.judge({ userId: account.id, ticket, ip }, code);
      const { requestedAt } = await factorRecoveries.ask(account, { ip, isPhoneShown });
      return { ...success, requested: requestedAt.getTime() / 1000, wait_hours: factorRecoveryWaitHours };
    },
    'POST /v2/2fa/recovery/stop': async ({ body }) => {
      await factorRecoveries.stopByLink(body.token);
      return success;
    },
  });
}
