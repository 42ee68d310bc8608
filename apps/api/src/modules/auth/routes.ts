/** Sign-in, step-up, refresh, sign-out, password strength. */

import { DomainError } from '@pelican/shared/contracts';
import { authEndpoints, passwordRules, passwordScoreMin, signInEndpoints } from '@pelican/shared/contracts/auth';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { judgePassword, type RefreshedTokens, type Sessions } from '../../identity/index.ts';
import type { CsrfTokens, Guards, HttpServer } from '../../platform/http/index.ts';
import { createRateLimit, serve } from '../../platform/http/index.ts';
import type { AnswerChallenge } from './challenges.ts';
import { csrfHeader, type SessionCookies } from './cookies.ts';
import type { DeviceMarks } from './devices.ts';
import type { HashQueue } from './hash-queue.ts';
import type { SignedIn } from './open-session.ts';
import type { Caller } from './refused-sign-ins.ts';
import type { AuthService } from './service.ts';
import type { SignInSteps } from './steps.ts';

export interface AuthRoutesDeps {
  auth: AuthService;
  steps: SignInSteps;
  devices: DeviceMarks;
  answerChallenge: AnswerChallenge;
  sessions: Sessions;
  cookies: SessionCookies;
  csrf: CsrfTokens;
  guards: Guards;
  /** Of passwords that anybody has judged, apart from every queue of hashes. */
  judgements: HashQueue;
}

const success = { status: 'success' } as const;
/** Of a session: a page refreshes every quarter of an hour. */
const refreshesPerMinute = 60;

export function authRoutes(app: HttpServer, deps: AuthRoutesDeps): void {
  const { auth, steps, devices, answerChallenge, sessions, cookies, csrf, guards, judgements } = deps;
  const refreshes = createRateLimit<string>(refreshesPerMinute / 60, refreshesPerMinute);

  function setCookies(reply: FastifyReply, { sessionId, refresh_token }: RefreshedTokens): void {
    if (refresh_token !== undefined) cookies.setRefresh(reply, refresh_token);
    cookies.setCsrf(reply, csrf.issue(sessionId));
  }

  function answerSignedIn(request: FastifyRequest, reply: FastifyReply, { deviceMark, ...issued }: SignedIn) {
    cookies.setDevice(reply, deviceMark);
    setCookies(reply, issued);
    const isPage = request.headers.origin !== undefined;
    return tokensFor(isPage, issued);
  }

  serve(app, guards, authEndpoints, {
    'POST /v2/login': async ({ body, request, reply }) => {
      const caller = { ...callerOf(request), deviceMark: cookies.readDevice(request) };
      const outcome = await auth.login(body, caller);
      return 'step' in outcome ? outcome.step : answerSignedIn(request, reply, outcome.session);
    },
    'POST /v2/apirefreshToken': async ({ body, request, reply }) => {
      const given = body?.refresh_token;
      const token = given ?? cookies.readRefresh(request);
      if (!token) throw new DomainError('invalid_token');
      const issued = await sessions.refresh(token, callerOf(request), {
        authorise(sessionId) {
          if (given === undefined) csrf.demand(request.headers[csrfHeader], sessionId);
        },
        takeAllowance: (key) => refreshes.take(key),
      });
      setCookies(reply, issued);
      const isPage = given === undefined;
      return tokensFor(isPage, issued);
    },
    'POST /v2/auth/challenge': async ({ body, principal, request }) => {
      const { expiresAtMs } = await answerChallenge(principal, body, request.ip);
      return { ...success, expires: expiresAtMs / 1000 };
    },
    'POST /logout': async ({ body, principal, reply }) => {
      if (principal?.sessionId) {
        await sessions.end({ sessionId: principal.sessionId, userId: principal.userId }, 'signed_out');
      } else if (body?.refresh_token) {
        await sessions.endByRefreshToken(body.refresh_token, 'signed_out');
      }
      cookies.clear(reply);
      return success;
    },
    'GET /v2/password/validate': async ({ headers, request }) => {
      const password = headers['x-password'];
      return {
        rules: passwordRules.map(({ name, message }) => ({ name, message })),
        score_min: passwordScoreMin,
        score: password === undefined ? null : (await judgements.run(request.ip, () => judgePassword(password))).score,
      };
    },
    'POST /v2/password/validate': async ({ body: { password }, request }) => {
      const { score, ...feedback } = await judgements.run(request.ip, () => judgePassword(password));
      const broken = passwordRules.filter((rule) => !rule.test(password));
      return { score, feedback, broken_rules: broken.map((rule) => rule.name) };
    },
  });

  serve(app, guards, signInEndpoints, {
    'POST /v2/2fa/validate': async ({ body, request, reply }) =>
      answerSignedIn(request, reply, await steps.answer('two_factor', body, callerOf(request))),
    'POST /v2/2fa/options': async ({ body, request }) => ({
      options: await steps.passkeyOptions(body.ticket, request.ip),
    }),
    'POST /v2/login/device_verification': async ({ body, request, reply }) => {
      const answer = { ...body, factor: 'email_code' } as const;
      return answerSignedIn(request, reply, await steps.answer('device_verification', answer, callerOf(request)));
    },
    'POST /v2/resendDeviceCode': async ({ body: { ticket, factor }, request }) => ({
      ...success,
      ...(await steps.resend(ticket, factor, request.ip)),
    }),
    'POST /v2/login/passkey/options': () => steps.beginPasskey(),
    'POST /v2/login/passkey': async ({ body: { ticket, response }, request, reply }) => {
      const deviceOf = (email: string) => devices.read(cookies.readDevice(request), email)?.id;
      return answerSignedIn(request, reply, await steps.signInByPasskey(ticket, response, callerOf(request), deviceOf));
    },
  });
}

/** A page has the refresh token as a cookie; a script in it must not get hold of a token that lasts for weeks. */
function tokensFor(isPage: boolean, { access_token, token_expire, refresh_token }: RefreshedTokens) {
  return isPage ? { access_token, token_expire } : { access_token, token_expire, refresh_token };
}

function callerOf(request: FastifyRequest): Caller {
  return { ip: request.ip, userAgent: (request.headers['user-agent'] ?? '').slice(0, 256) };
}
