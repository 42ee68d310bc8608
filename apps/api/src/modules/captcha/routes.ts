/** The captcha over HTTP. */
import { captchaEndpoints } from '@pelican/shared/contracts/captcha';
import type { Guards, HttpServer } from '../../platform/http/index.ts';
import { serve } from '../../platform/http/index.ts';
import type { Captcha } from './service.ts';

export function captchaRoutes(app: HttpServer, { captcha, guards }: { captcha: Captcha; guards: Guards }): void {
  serve(app, guards, captchaEndpoints, {
    'GET /v2/common/startcaptchaservlet': async () => ({
      required: captcha.isRequired,
      challenge: captcha.isRequired ? await captcha.challenge() : null,
    }),
  });
}
