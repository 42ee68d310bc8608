/** Sign-up over HTTP. */
import { signUpEndpoints, verificationEndpoints } from '@pelican/shared/contracts/sign-up';
import type { FastifyRequest } from 'fastify';
import { recentMinutes, type StepUps } from '../../identity/index.ts';
import type { Guards, HttpServer, Principal } from '../../platform/http/index.ts';
import { serve } from '../../platform/http/index.ts';
import type { Captcha } from '../captcha/index.ts';
import type { KeptReferrals } from '../referrals/index.ts';
import { languageOfRequest } from '../system/index.ts';
import type { SignUpService } from './service.ts';
import type { Newcomer, Verification } from './verification.ts';

export interface SignUpRoutesDeps {
  signUp: SignUpService;
  captcha: Captcha;
  verification: Verification;
  stepUps: Pick<StepUps, 'demandRecentFactor'>;
  keptReferrals: KeptReferrals;
  guards: Guards;
}

const success = { status: 'success' } as const;

export function signUpRoutes(app: HttpServer, deps: SignUpRoutesDeps): void {
  const { signUp, captcha, verification, stepUps, keptReferrals, guards } = deps;

  /** A session may have been somebody else's for a moment. @throws DomainError sign_in_again with a challenge */
  function demandRecent(principal: Principal, { method, url, rawBody, headers }: FastifyRequest): Promise<void> {
    const action = { purpose: `${method} ${url}`, content: rawBody };
    return stepUps.demandRecentFactor(principal, recentMinutes, action, headers['x-step-up']);
  }

  serve(app, guards, signUpEndpoints, {
    'POST /v2/register': async ({ body, request, reply }) => {
      await captcha.demand(body.captcha);
      const newcomer = {
        ip: request.ip,
        language: languageOfRequest(request),
        keptReferral: keptReferrals.read(request),
      };
      const registered = await signUp.register(body, newcomer);
      keptReferrals.forget(reply);
      return { ...success, ...registered };
    },
    'POST /v2/register/confirmation/:token': async ({ params, body, principal, request }) => {
      const { session } = newcomerOf(principal, undefined, request.ip);
      const confirming = { userId: session?.userId, password: body?.password, ip: request.ip };
      return { ...success, ...(await signUp.confirm(params.token, confirming)) };
    },
  });

  serve(app, guards, verificationEndpoints, {
    'POST /v2/register/update_email_otp': async ({ body, principal, request }) => ({
      ...success,
      ...(await verification.sendEmailCode(newcomerOf(principal, body.verification, request.ip))),
    }),
    'POST /v2/register/update_phone_otp': async ({ body, principal, request }) => {
      const newcomer = newcomerOf(principal, body.verification, request.ip);
      if (principal && newcomer.session !== undefined) await demandRecent(principal, request);
      return { ...success, ...(await verification.sendPhoneCode(newcomer, body.phone)) };
    },
    'POST /v2/register/confirm_verification': async ({ body, principal, request }) => {
      const newcomer = newcomerOf(principal, body.verification, request.ip);
      // The code of an address comes out of its mailbox, which is the owner's; a number may be anybody's.
      if (principal && newcomer.session !== undefined && body.phone_code !== undefined)
        await demandRecent(principal, request);
      return { ...success, ...(await verification.confirm(newcomer, body)) };
    },
  });
}

/** An API key verifies nothing. */
function newcomerOf(principal: Principal | null, ticket: string | undefined, ip: string): Newcomer {
  const session =
    principal?.sessionId === undefined ? undefined : { userId: principal.userId, sessionId: principal.sessionId };
  return { session, ticket, ip };
}
