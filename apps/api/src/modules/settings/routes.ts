/** Settings of a user over HTTP. */
import { settingsEndpoints } from '@pelican/shared/contracts/settings';
import type { Guards, HttpServer } from '../../platform/http/index.ts';
import { createRateLimit, serve } from '../../platform/http/index.ts';
import type { SettingsService } from './service.ts';

/** Of a user: each change is a command to every spot engine, which the call waits for. */
const feeChangesPerMinute = 20;

export interface SettingsRoutesDeps {
  settings: SettingsService;
  guards: Guards;
}

export function settingsRoutes(app: HttpServer, { settings, guards }: SettingsRoutesDeps): void {
  const feeChanges = createRateLimit(feeChangesPerMinute / 60, feeChangesPerMinute);

  serve(app, guards, settingsEndpoints, {
    'GET /v2/settings/general': ({ principal }) => settings.general(principal),
    'POST /v2/settings/general': ({ principal, body }) => settings.changeGeneral(principal, body),
    'POST /v2/settings/customfee': async ({ principal, body }) => {
      feeChanges.take(principal.userId);
      const customFee = await settings.changeCustomFee(principal.userId, Number(body.customfee) === 1);
      return { customfee: customFee ? 1 : 0 };
    },
    'GET /v2/trade/settings': ({ principal }) => settings.tradeSettings(principal.userId),
  });
}
