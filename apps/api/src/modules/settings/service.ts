/** A user's settings: profile, language, and how fees are paid. */
import type { PrismaClient } from '@pelican/prisma/client.ts';
import { DomainError } from '@pelican/shared/contracts';
import type { GeneralSettings, GeneralSettingsRequest, TradeSettings } from '@pelican/shared/contracts/settings';
import { spotRejectErrors } from '@pelican/shared/contracts/spot';
import { RejectCode } from '@pelican/shared/engine/spot';
import { formatUnits } from '@pelican/shared/money';
import type pg from 'pg';
import type { Catalog, CatalogMarket } from '../../catalog/index.ts';
import { setCustomFee } from '../../identity/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import type { SpotEngine } from '../../shards/index.ts';
import { isKnownLocale } from '../system/index.ts';
import { findProfile, findUserSettings, type Profile, updateProfile } from './repository.ts';
import { changeUserSettings, defaultUserSettings } from './trading-settings.ts';

export interface SettingsServiceDeps {
  pool: pg.Pool;
  prisma: PrismaClient;
  /** Of every spot shard: each charges by its own copy of the settings. */
  engines: readonly Pick<SpotEngine, 'submit'>[];
  catalog(): Catalog;
}

export interface SettingsService {
  general(userId: number): Promise<GeneralSettings>;
  /** @throws DomainError invalid_argument for an unsupported language */
  changeGeneral(userId: number, change: GeneralSettingsRequest): Promise<GeneralSettings>;
  /**
   * Turns paying fees in the service token on or off; resolves once the engine charges so.
   * @throws DomainError outcome_unknown: it is saved, and the engine gets it later
   */
  changeCustomFee(userId: number, customFee: boolean): Promise<boolean>;
  /** Rates of every market as this user pays them. */
  tradeSettings(userId: number): Promise<TradeSettings>;
}

const ppmScale = 6;
const rate = (ppm: number) => formatUnits(ppm, ppmScale);

export function createSettingsService(deps: SettingsServiceDeps): SettingsService {
  const { pool, prisma } = deps;

  async function profileOf(userId: number): Promise<Profile> {
    return demanded(await findProfile(prisma, userId));
  }

  return {
    async general(userId) {
      return viewProfile(await profileOf(userId));
    },

    async changeGeneral(userId, change) {
      if (change.locale !== undefined && !isKnownLocale(change.locale)) {
        throw new DomainError('invalid_argument', { fields: { locale: ['Unknown language'] } });
      }
      return viewProfile(demanded(await updateProfile(prisma, userId, change)));
    },

    async changeCustomFee(userId, customFee) {
      const command = await inTransaction(pool, async (transaction) => {
        if (!(await setCustomFee(transaction, userId, customFee))) throw new DomainError('invalid_token');
        return changeUserSettings(transaction, userId, { customFee });
      });
      for (const { code } of await Promise.all(deps.engines.map((engine) => engine.submit(command))))
        if (code !== RejectCode.none) throw new DomainError(spotRejectErrors[code]);
      return customFee;
    },

    async tradeSettings(userId) {
      const [profile, own = defaultUserSettings] = await Promise.all([
        profileOf(userId),
        findUserSettings(pool, userId),
      ]);
      const { markets } = deps.catalog();
      const fees = markets.map((market) => [market.name, feesOf(market, own)] as const);
      const first = fees[0]?.[1];
      return {
        fee: first?.fee ?? '0',
        fee_plc: first?.fee_plc ?? '0',
        fee_plc_buy: first?.fee_plc_buy ?? '0',
        gst: first?.gst ?? '0',
        isCustomFeeEnabled: profile.customFee,
        coins_fee: Object.fromEntries(fees),
      };
    },
  };
}

/** A deleted account has no valid token. */
function demanded(profile: Profile | undefined): Profile {
  if (!profile) throw new DomainError('invalid_token');
  return profile;
}

function feesOf(market: CatalogMarket, own: typeof defaultUserSettings): TradeSettings['coins_fee'][string] {
  const line = own.fees.find((fee) => fee.market === market.id) ?? own.fees.find((fee) => fee.market === 0) ?? market;
  const { makerFeePpm, takerFeePpm } = line;
  return {
    // The higher of both rates: an order may take or make.
    fee: rate(Math.max(makerFeePpm, takerFeePpm)),
    maker_fee: rate(makerFeePpm),
    taker_fee: rate(takerFeePpm),
    fee_plc: rate(market.serviceFeePpm),
    fee_plc_buy: rate(market.serviceFeeBuyPpm),
    gst: rate(market.gstPpm),
    tds: own.taxable && market.tax !== 'none' ? rate(market.tdsPpm) : '0',
    tds_buy: own.taxable && market.tax === 'both' ? rate(market.tdsPpm) : '0',
  };
}

function viewProfile(profile: Profile): GeneralSettings {
  return {
    id: profile.id,
    email: profile.email,
    nickname: profile.nickname,
    locale: profile.locale,
    country: profile.country,
    kyc_status: profile.kycStatus,
    is_verified: profile.kycStatus === 'approved',
    isCustomFeeEnabled: profile.customFee,
    // Telephone numbers come with the account area; until then none is requested.
    phoneUpdated: false,
    futures_quiz_passed: profile.quizPassed,
    is_operator: profile.role === 'operator',
  };
}
