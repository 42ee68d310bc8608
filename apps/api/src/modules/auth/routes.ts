/** Sign-up, sign-in, refresh, sign-out, password strength. */
import * as contract from '@pelican/shared/contracts/auth.ts';
import { done } from '@pelican/shared/contracts/common.ts';
import { DomainError } from '@pelican/shared/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { RefreshedTokens, Sessions } from '../../identity/index.ts';
import { judgePassword } from '../../identity/index.ts';
import type { CsrfTokens, Guards, HttpServer } from '../../platform/http/index.ts';
import { createAddressBuckets, createTokenBuckets, openSecurity, principalOf } from '../../platform/http/index.ts';
import { csrfHeader, deviceCookie, loginPath, refreshCookie, refreshPath, type SessionCookies } from './cookies.ts';
import type { AuthService, Caller } from './service.ts';

export interface AuthRoutesDeps {
  auth: AuthService;
  sessions: Sessions;
  cookies: SessionCookies;
  csrf: CsrfTokens;
  guards: Guards;
  requestsPerMinutePerIp: number;
}

/** Of a session: a page refreshes every quarter of an hour. */
const refreshesPerMinute = 60;

/** Callers that nobody knows yet: an e-mail, a password and a token are all that they send. */
const anonymousBodyBytesMax = 4 * 1024;

const passwordHeader = z.object({ 'x-password': z.optional(z.string().check(z.maxLength(200))) });

export function authRoutes(app: HttpServer, deps: AuthRoutesDeps): void {
  const { auth, sessions, cookies, csrf, guards } = deps;
  const takeRefresh = allowancePerMinute(createTokenBuckets, refreshesPerMinute);
  const slow = limitByAddress(deps.requestsPerMinutePerIp);
  const tags = ['auth'];

  function setCookies(reply: FastifyReply, { sessionId, refresh_token }: RefreshedTokens): void {
    if (refresh_token !== undefined) cookies.setRefresh(reply, refresh_token);
    cookies.setCsrf(reply, csrf.issue(sessionId));
  }

  app.post(
    '/v2/register',
    {
      onRequest: slow,
      bodyLimit: anonymousBodyBytesMax,
      schema: {
        tags,
        summary: 'Sign up',
        security: openSecurity,
        body: contract.registerRequest,
        response: { 200: contract.registerResponse },
      },
    },
    async (request) => ({ status: 'success' as const, ...(await auth.register(request.body)) }),
  );

  app.post(
    '/v2/register/confirmation/:token',
    {
      onRequest: slow,
      bodyLimit: anonymousBodyBytesMax,
      schema: {
        tags,
        summary: 'Confirm an e-mail address by the link of the mail',
        security: openSecurity,
        params: z.object({ token: z.string().check(z.maxLength(1024)) }),
        response: { 200: contract.registerResponse },
      },
    },
    async (request) => ({ status: 'success' as const, ...(await auth.confirm(request.params.token)) }),
  );

  app.post(
    loginPath,
    {
      onRequest: slow,
      bodyLimit: anonymousBodyBytesMax,
      schema: {
        tags,
        summary: 'Sign in',
        security: openSecurity,
        body: contract.loginRequest,
        description:
          'A browser gets the refresh token as a cookie alone: calls with an Origin header have none in the answer.',
        response: { 200: contract.refreshResponse },
      },
    },
    async (request, reply) => {
      const caller = { ...callerOf(request), deviceMark: request.cookies[deviceCookie] };
      const { deviceMark, ...issued } = await auth.login(request.body, caller);
      cookies.setDevice(reply, deviceMark);
      setCookies(reply, issued);
      const { access_token, token_expire, refresh_token } = issued;
      // A page has the cookie; a script in it must not get hold of a token that lasts for weeks.
      const isPage = request.headers.origin !== undefined;
      return isPage ? { access_token, token_expire } : { access_token, token_expire, refresh_token };
    },
  );

  app.post(
    refreshPath,
    {
      bodyLimit: anonymousBodyBytesMax,
      schema: {
        tags,
        summary: 'Change a refresh token for a new pair',
        description:
          'By the token in the body, or by the cookie together with the X-CSRF-Token header: then the new refresh token comes ' +
          'as the cookie and not in the body. The device that repeats a call within 5 seconds gets the same refresh token again, and none when that one was used meanwhile.',
        security: openSecurity,
        body: z.optional(contract.refreshRequest),
        response: { 200: contract.refreshResponse },
      },
    },
    async (request, reply) => {
      const given = request.body?.refresh_token;
      const token = given ?? request.cookies[refreshCookie];
      if (!token) throw new DomainError('invalid_token');
      const issued = await sessions.refresh(token, callerOf(request), {
        authorise(sessionId) {
          if (given === undefined) csrf.demand(request.headers[csrfHeader], sessionId);
        },
        takeAllowance: takeRefresh,
      });
      setCookies(reply, issued);
      const { access_token, token_expire, refresh_token } = issued;
      // A script in the page must not get hold of a token that lasts for weeks.
      return given === undefined ? { access_token, token_expire } : { access_token, token_expire, refresh_token };
    },
  );

  app.post(
    '/logout',
    {
      bodyLimit: anonymousBodyBytesMax,
      preValidation: guards.optional,
      schema: { tags, summary: 'Sign out', body: contract.logoutRequest, response: { 200: done } },
    },
    async (request, reply) => {
      const refreshToken = request.body?.refresh_token;
      if (request.principal?.sessionId) {
        await sessions.end(
          { sessionId: request.principal.sessionId, userId: principalOf(request).userId },
          'signed_out',
        );
      } else if (refreshToken) {
        await sessions.endByRefreshToken(refreshToken, 'signed_out');
      }
      cookies.clear(reply);
      return { status: 'success' as const };
    },
  );

  app.get(
    '/v2/password/validate',
    {
      onRequest: slow,
      schema: {
        tags,
        summary: 'The rules for passwords; the score of the one in the X-Password header',
        security: openSecurity,
        headers: passwordHeader,
        response: { 200: contract.passwordRulesResponse },
      },
    },
    async (request) => {
      const password = request.headers['x-password'];
      return {
        rules: contract.passwordRules.map(({ name, message }) => ({ name, message })),
        score_min: contract.passwordScoreMin,
        score: password === undefined ? null : (await judgePassword(password)).score,
      };
    },
  );

  app.post(
    '/v2/password/validate',
    {
      onRequest: slow,
      bodyLimit: anonymousBodyBytesMax,
      schema: {
        tags,
        summary: 'How hard a password is to guess',
        security: openSecurity,
        body: contract.passwordValidateRequest,
        response: { 200: contract.passwordValidateResponse },
      },
    },
    async ({ body: { password } }) => {
      const { score, ...feedback } = await judgePassword(password);
      const broken = contract.passwordRules.filter((rule) => !rule.test(password));
      return { score, feedback, broken_rules: broken.map((rule) => rule.name) };
    },
  );
}

function callerOf(request: FastifyRequest): Caller {
  return { ip: request.ip, userAgent: (request.headers['user-agent'] ?? '').slice(0, 256) };
}

/** These calls cost a hash, a mail or a guess, so an address gets few of them. */
function limitByAddress(perMinute: number) {
  const take = allowancePerMinute(createAddressBuckets, perMinute);
  return async (request: FastifyRequest) => take(request.ip);
}

/** Takes one call from the allowance of a key. @throws DomainError too_many_requests; details.retryAfterMs says how long to wait */
function allowancePerMinute(create: typeof createAddressBuckets, perMinute: number): (key: string) => void {
  const buckets = create({ perSecond: perMinute / 60, burst: perMinute });
  return (key) => {
    if (buckets.take(key)) return;
    throw new DomainError('too_many_requests', { details: { retryAfterMs: buckets.waitMs(key) } });
  };
}
