import * as spotContract from '@pelican/shared/contracts/spot.ts';
import * as contract from '@pelican/shared/contracts/system.ts';
import { type Guards, principalOf } from '../../platform/guards.ts';
import type { HttpServer } from '../../platform/http-server.ts';
import { createUserRateLimit } from '../../platform/user-rate-limit.ts';
import type { SettingsService } from './service.ts';

/** Of a user: each change is a command to every spot engine, which the call waits for. */
const feeChangesPerMinute = 20;

export interface SettingsRoutesDeps {
  settings: SettingsService;
  guards: Guards;
}

export function settingsRoutes(app: HttpServer, { settings, guards }: SettingsRoutesDeps): void {
  const feeChanges = createUserRateLimit(feeChangesPerMinute / 60, feeChangesPerMinute);
  const read = guards.signedIn('read');

  app.get(
    '/v2/settings/general',
    {
      preValidation: read,
      schema: { tags: ['settings'], summary: 'Profile and flags', response: { 200: contract.generalSettings } },
    },
    (request) => settings.general(principalOf(request).userId),
  );

  app.post(
    '/v2/settings/general',
    {
      preValidation: guards.person,
      schema: {
        tags: ['settings'],
        summary: 'Change nickname or language',
        body: contract.generalSettingsRequest,
        response: { 200: contract.generalSettings },
      },
    },
    (request) => settings.changeGeneral(principalOf(request).userId, request.body),
  );

  app.post(
    '/v2/settings/customfee',
    {
      preValidation: guards.signedIn('trade'),
      schema: {
        tags: ['settings'],
        summary: 'Pay fees in the service token: 1 on, 0 off',
        description: 'Answered once the engine charges so. Orders that rest keep the rates they were placed under.',
        body: spotContract.customFeeRequest,
        response: { 200: spotContract.customFeeResponse },
      },
    },
    async (request) => {
      const { userId } = principalOf(request);
      feeChanges.take(userId);
      const customFee = await settings.changeCustomFee(userId, Number(request.body.customfee) === 1);
      return { customfee: customFee ? 1 : 0 };
    },
  );

  app.get(
    '/v2/trade/settings',
    {
      preValidation: read,
      schema: {
        tags: ['spot'],
        summary: 'Fee rates, the caller’s own, by pair',
        response: { 200: spotContract.tradeSettings },
      },
    },
    (request) => settings.tradeSettings(principalOf(request).userId),
  );
}
