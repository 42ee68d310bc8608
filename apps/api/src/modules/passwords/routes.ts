/** Recovery and change of passwords over HTTP. */
import { passwordsEndpoints, type RecoveryRequest } from '@pelican/shared/contracts/passwords';
import type { Guards, HttpServer } from '../../platform/http/index.ts';
import { serve } from '../../platform/http/index.ts';
import { sessionCallerOf } from '../auth/index.ts';
import type { Captcha } from '../captcha/index.ts';
import type { Changed, PasswordService } from './service.ts';

export interface PasswordRoutesDeps {
  passwords: PasswordService;
  captcha: Captcha;
  guards: Guards;
}

const success = { status: 'success' } as const;

export function passwordRoutes(app: HttpServer, { passwords, captcha, guards }: PasswordRoutesDeps): void {
  const { recoveryFactors } = passwords;

  async function startRecovery({ captcha: solution, ...asked }: RecoveryRequest, ip: string) {
    await captcha.demand(solution);
    return { ...success, ...passwords.startRecovery(asked, ip) };
  }

  serve(app, guards, passwordsEndpoints, {
    'POST /v2/password/email': ({ body, request }) => startRecovery(body, request.ip),
    'POST /v2/password/trigger_otp': ({ body, request }) => startRecovery(body, request.ip),
    'POST /v2/password/forgot_password_verify': async ({ body }) => ({
      ...success,
      ...(await passwords.changeCode(body, body.code)),
    }),
    'POST /v2/password/factors': async ({ body: { token } }) => ({
      ...success,
      factors: await recoveryFactors.dueBy(token),
    }),
    'POST /v2/password/factor_code': async ({ body: { token, factor }, request: { ip } }) => ({
      ...success,
      ...(await recoveryFactors.sendCode({ token, ip }, factor)),
    }),
    'POST /v2/password/factor_options': async ({ body: { token } }) => ({
      options: await recoveryFactors.passkeyOptions(token),
    }),
    'POST /v2/password/reset': async ({ body, request }) => ({
      ...success,
      ...viewChanged(await passwords.reset(body, request.ip)),
    }),
    'POST /v2/settings/password': async ({ principal, body, request }) => {
      return { ...success, ...viewChanged(await passwords.change(sessionCallerOf(principal, request), body)) };
    },
  });
}

function viewChanged({ lockedUntil, removed }: Changed) {
  return { withdrawalsLockedUntil: lockedUntil.getTime() / 1000, removed };
}
