/** The security page over HTTP. */
import { securityEndpoints } from '@pelican/shared/contracts/security';
import type { FastifyRequest } from 'fastify';
import { recentMinutes, type StepUps } from '../../identity/index.ts';
import type { Guards, HttpServer, Principal } from '../../platform/http/index.ts';
import { serve } from '../../platform/http/index.ts';
import { type SessionCaller, sessionCallerOf } from '../auth/index.ts';
import type { PasskeyService } from './passkeys.ts';
import type { PhoneService } from './phone.ts';
import type { SecurityService } from './service.ts';

export interface SecurityRoutesDeps {
  security: SecurityService;
  phones: PhoneService;
  passkeys: PasskeyService;
  stepUps: StepUps;
  guards: Guards;
}

const success = { status: 'success' } as const;

interface Call {
  principal: Principal;
  request: FastifyRequest;
}

export function securityRoutes(
  app: HttpServer,
  { security, phones, passkeys, stepUps, guards }: SecurityRoutesDeps,
): void {
  /** @throws DomainError sign_in_again with a challenge */
  function demandRecent({ principal, request }: Call): Promise<void> {
    return stepUps.demandRecentFactor(principal, recentMinutes, actionOf(request), request.headers['x-step-up']);
  }

  /** A second factor for this very call, where one is enabled. @throws DomainError sign_in_again with a challenge */
  function demandFactor({ principal, request }: Call): Promise<void> {
    return stepUps.demandFactor(principal, recentMinutes, actionOf(request), request.headers['x-step-up']);
  }

  /** Beside other factors the call that began this has demanded one. */
  async function demandRecentOfFirst(call: Call): Promise<void> {
    if ((await security.secondFactorsOf(call.principal.userId)).length === 0) await demandRecent(call);
  }

  serve(app, guards, securityEndpoints, {
    'GET /v2/settings/security': (call) => security.view(selfOf(call)),
    'POST /v2/settings/2fa/generate': async (call) => {
      const second = await security.secondFactorsOf(call.principal.userId);
      if (!second.includes('totp')) await demandFactor(call);
      return security.generate(selfOf(call));
    },
    'POST /v2/settings/2fa/toggle': async (call) => {
      if (call.body.enable) await demandRecentOfFirst(call);
      return security.toggle(selfOf(call), call.body);
    },
    'POST /v2/settings/2fa/recovery_codes': async (call) => {
      await demandFactor(call);
      return { recoveryCodes: await security.renewRecoveryCodes(selfOf(call)) };
    },
    'POST /v2/settings/2fa/code': async (call) => {
      const second = await security.secondFactorsOf(call.principal.userId);
      if (second.length > 0 && !second.includes(call.body.factor)) await demandFactor(call);
      return { ...success, ...(await security.sendCode(selfOf(call), call.body.factor)) };
    },
    'POST /v2/settings/2fa/options': async (call) => ({ options: await passkeys.requestOptions(selfOf(call)) }),
    'POST /v2/settings/verify_phone_number': async (call) => {
      // The number confirms withdrawals later: who has the session alone adds none.
      await demandFactor(call);
      return { ...success, ...(await phones.send(selfOf(call), call.body.phone)) };
    },
    'POST /v2/settings/verifyOTP': async (call) => ({
      ...success,
      phone: await phones.verify(selfOf(call), call.body.code),
    }),
    'POST /v2/settings/enable_sms_verification': async (call) => {
      if (call.body.enable) await demandRecentOfFirst(call);
      const { twoFactorEnabled: _, ...added } = await security.toggle(selfOf(call), {
        ...call.body,
        method: 'sms_code',
      });
      return { smsEnabled: call.body.enable, ...added };
    },
    'GET /v2/passkeys': async ({ principal }) => ({ result: await passkeys.list(principal.userId) }),
    'POST /v2/passkeys/options': async (call) => {
      await demandFactor(call);
      return { options: await passkeys.options(selfOf(call)) };
    },
    'POST /v2/passkeys': async (call) => passkeys.add(selfOf(call), call.body.name, call.body.response as never),
    'DELETE /v2/passkeys/:id': async (call) => {
      await demandFactor(call);
      await passkeys.remove(selfOf(call), call.params.id);
      return success;
    },
  });
}

function actionOf({ method, url, rawBody }: FastifyRequest) {
  return { purpose: `${method} ${url}`, content: rawBody };
}

function selfOf({ principal, request }: Call): SessionCaller {
  return sessionCallerOf(principal, request);
}
