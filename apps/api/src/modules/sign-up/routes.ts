/** Sign-up over HTTP. */
import { signUpEndpoints } from '@pelican/shared/contracts/sign-up';
import type { Guards, HttpServer } from '../../platform/http/index.ts';
import { serve } from '../../platform/http/index.ts';
import type { Captcha } from '../captcha/index.ts';
import type { SignUpService } from './service.ts';

export interface SignUpRoutesDeps {
  signUp: SignUpService;
  captcha: Captcha;
  guards: Guards;
}

const success = { status: 'success' } as const;

export function signUpRoutes(app: HttpServer, { signUp, captcha, guards }: SignUpRoutesDeps): void {
  serve(app, guards, signUpEndpoints, {
    'POST /v2/register': async ({ body, request }) => {
      await captcha.demand(body.captcha);
      return { ...success, ...(await signUp.register(body, request.ip)) };
    },
    'POST /v2/register/confirmation/:token': async ({ params }) => ({
      ...success,
      ...(await signUp.confirm(params.token)),
    }),
  });
}
