/** The security page over HTTP. */
import { securityEndpoints } from '@pelican/shared/contracts/security';
import type { FastifyRequest } from 'fastify';
import type { StepUps } from '../../identity/index.ts';
import type { Guards, HttpServer, Principal } from '../../platform/http/index.ts';
import { serve } from '../../platform/http/index.ts';
import type { PasskeyService } from './passkeys.ts';
import type { SecurityService, Self } from './service.ts';

export interface SecurityRoutesDeps {
  security: SecurityService;
  passkeys: PasskeyService;
  stepUps: StepUps;
  guards: Guards;
}

/** A sign-in this recent lets a person change what guards the account; others show a factor for each change. */
const recentMinutes = 10;
const success = { status: 'success' } as const;

interface Call {
  principal: Principal;
  request: FastifyRequest;
}

export function securityRoutes(app: HttpServer, { security, passkeys, stepUps, guards }: SecurityRoutesDeps): void {
  /** @throws DomainError sign_in_again with a challenge */
  async function demandRecent({ principal, request }: Call): Promise<void> {
    const action = { purpose: `${request.method} ${request.url}`, content: request.rawBody };
    await stepUps.demandRecentFactor(principal, recentMinutes, action, request.headers['x-step-up']);
  }

  serve(app, guards, securityEndpoints, {
    'GET /v2/settings/security': ({ principal }) => security.view(principal.userId),
    'POST /v2/settings/2fa/generate': async (call) => {
      await demandRecent(call);
      return security.generate(selfOf(call));
    },
    'POST /v2/settings/2fa/toggle': async (call) => {
      if (call.body.enable) await demandRecent(call);
      return security.toggle(selfOf(call), call.body);
    },
    'POST /v2/settings/2fa/recovery_codes': async (call) => {
      await demandRecent(call);
      return { recoveryCodes: await security.renewRecoveryCodes(selfOf(call)) };
    },
    'POST /v2/settings/2fa/code': async (call) => ({
      ...success,
      ...(await security.sendCode(selfOf(call), call.body.factor)),
    }),
    'POST /v2/settings/2fa/options': async (call) => ({ options: await passkeys.requestOptions(selfOf(call)) }),
    'POST /v2/settings/verify_phone_number': async (call) => {
      await demandRecent(call);
      return { ...success, ...(await security.sendPhoneCode(selfOf(call), call.body.phone)) };
    },
    'POST /v2/settings/verifyOTP': async (call) => ({
      ...success,
      phone: await security.verifyPhone(selfOf(call), call.body.code),
    }),
    'POST /v2/settings/enable_sms_verification': async (call) => {
      if (call.body.enable) await demandRecent(call);
      const { recoveryCodes } = await security.toggle(selfOf(call), { ...call.body, method: 'sms_code' });
      return { smsEnabled: call.body.enable, ...(recoveryCodes ? { recoveryCodes } : {}) };
    },
    'GET /v2/passkeys': async ({ principal }) => ({ result: await passkeys.list(principal.userId) }),
    'POST /v2/passkeys/options': async (call) => {
      await demandRecent(call);
      return { options: await passkeys.options(selfOf(call)) };
    },
    'POST /v2/passkeys': async (call) => passkeys.add(selfOf(call), call.body.name, call.body.response as never),
    'DELETE /v2/passkeys/:id': async (call) => {
      await demandRecent(call);
      await passkeys.remove(selfOf(call), call.params.id);
      return success;
    },
  });
}

/** The access of these calls lets sessions in and nobody else. */
function selfOf({ principal: { userId, sessionId }, request: { ip } }: Call): Self {
  return { userId, sessionId: sessionId as string, ip };
}
