/** Routes of what people say about themselves, choose and read: identity, settings, notices, referrals. */
import { createKycService, kycRoutes } from '../../modules/kyc/index.ts';
import { deliveryReportRoutes, noticeRoutes } from '../../modules/notices/index.ts';
import { createKeptReferrals, referralRoutes } from '../../modules/referrals/index.ts';
import { createSettingsService, settingsRoutes } from '../../modules/settings/index.ts';
import { countryNames, systemRoutes } from '../../modules/system/index.ts';
import type { HttpServer } from '../../platform/http/index.ts';
import type { ServedParts } from './access.ts';

type ProfileParts = Pick<
  ServedParts,
  | 'config'
  | 'flags'
  | 'clientTexts'
  | 'pool'
  | 'prisma'
  | 'spot'
  | 'perpetual'
  | 'tokens'
  | 'csrf'
  | 'guards'
  | 'privateReads'
  | 'uploads'
  | 'unopened'
>;

export async function serveProfile(app: HttpServer, parts: ProfileParts): Promise<void> {
  const { config, flags, clientTexts, pool, prisma, spot, perpetual, tokens, csrf, guards, privateReads, uploads } =
    parts;
  const { unopened } = parts;
  const { restrictedCountries, watchedCountries, kycProviderSecret, kycHandOverSecret, publicUrl } = config;
  const catalog = () => spot.catalog();
  const kyc = createKycService({
    pool,
    encryptionKeys: config.apiKeyEncryptionKeys,
    restrictedCountries,
    rules: { watchedCountries, hasProvider: kycProviderSecret !== undefined },
    handOverSecret: kycHandOverSecret,
    countryList: countryNames(),
  });
  const settings = createSettingsService({
    pool,
    prisma,
    engines: spot.shards.map(({ engine }) => engine),
    catalog,
    personal: kyc.personal,
    verificationState: kyc.verificationState,
  });
  systemRoutes(app, {
    config,
    tokens,
    guards,
    catalog,
    unopened,
    flags: flags.current,
    sendTexts: clientTexts.send,
    perpetualMarkets: () => perpetual.live.catalog().instruments.map((instrument) => instrument.name),
    saveLocale: (caller, locale) => settings.changeGeneral(caller, { locale }),
  });
  settingsRoutes(app, { settings, guards });
  noticeRoutes(app, { pool, privateReads, guards });
  await deliveryReportRoutes(app, { pool, secret: config.deliveryReportSecret, guards });
  referralRoutes(app, { pool, privateReads, keptReferrals: createKeptReferrals(publicUrl), publicUrl, guards });
  await kycRoutes(app, { kyc, uploads, csrf, guards, providerSecret: kycProviderSecret });
}
