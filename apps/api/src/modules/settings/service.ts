/** A user's settings: profile, language, and how fees are paid. */
import type { PrismaClient } from '@pelican/prisma/client.ts';
import { DomainError } from '@pelican/shared/contracts';
import type { VerificationState } from '@pelican/shared/contracts/kyc';
import type {
  GeneralSettings,
  GeneralSettingsRequest,
  PersonalDetails,
  TradeSettings,
} from '@pelican/shared/contracts/settings';
import { spotRejectErrors } from '@pelican/shared/contracts/spot';
import { isClientLanguage } from '@pelican/shared/contracts/system';
import { RejectCode } from '@pelican/shared/engine/spot';
import { formatUnits } from '@pelican/shared/money';
import type pg from 'pg';
import { type Catalog, type CatalogMarket, publicMarkets } from '../../catalog/index.ts';
import { maskPhone, type ProfileChange, setCustomFee } from '../../identity/index.ts';
import { writeNotices } from '../../notices/index.ts';
import { inPrismaTransaction, inTransaction } from '../../platform/database/index.ts';
import type { Principal } from '../../platform/http/index.ts';
import type { SpotEngine } from '../../shards/index.ts';
import { findBonus, type SignUpBonus } from '../promotions/index.ts';
import { findLastSignIn, findProfile, findUserSettings, type Profile, updateProfile } from './repository.ts';
import { changeUserSettings, defaultUserSettings } from './trading-settings.ts';

export interface SettingsServiceDeps {
  pool: pg.Pool;
  prisma: PrismaClient;
  /** Of every spot shard: each charges by its own copy of the settings. */
  engines: readonly Pick<SpotEngine, 'submit'>[];
  catalog(): Catalog;
  /** Of the verification of a user's identity. */
  personal(userId: number): Promise<PersonalDetails | null>;
  verificationState(userId: number): Promise<VerificationState>;
}

/** Of a session, or by an API key without one. */
export type Caller = Pick<Principal, 'userId' | 'sessionId'>;

export interface SettingsService {
  general(caller: Caller): Promise<GeneralSettings>;
  /** @throws DomainError invalid_argument for an unsupported language or an unknown time zone */
  changeGeneral(caller: Caller, change: GeneralSettingsRequest): Promise<GeneralSettings>;
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

  async function view(profile: Profile, { userId, sessionId }: Caller): Promise<GeneralSettings> {
    const [lastLogin, bonus, state, personal] = await Promise.all([
      findLastSignIn(pool, userId, sessionId),
      findBonus(pool, userId),
      deps.verificationState(userId),
      // A program needs no name or address to trade.
      sessionId === undefined ? null : deps.personal(userId),
    ]);
    return {
      ...viewProfile(profile),
      verification_state: state,
      last_login: lastLogin,
      personal,
      signup_bonus: bonus ? viewBonus(bonus) : null,
    };
  }

  async function profileOf(userId: number): Promise<Profile> {
    return demanded(await findProfile(prisma, userId));
  }

  return {
    async general(caller) {
      return view(await profileOf(caller.userId), caller);
    },

    async changeGeneral(caller, request) {
      const { userId } = caller;
      const { locale, time_zone: timeZone } = request;
      if (locale !== undefined && !isClientLanguage(locale)) {
        throw new DomainError('invalid_argument', { fields: { locale: ['Unknown language'] } });
      }
      if (typeof timeZone === 'string' && !isTimeZone(timeZone))
        throw new DomainError('invalid_argument', { fields: { time_zone: ['Current value is not supported'] } });
      const changed = await inPrismaTransaction(prisma, async (transaction) => {
        const profile = demanded(await updateProfile(transaction, userId, changeOf(request)));
        if (request.anti_phishing_code !== undefined)
          await writeNotices(transaction, [{ userId, kind: 'anti_phishing_code_changed', payload: {} }]);
        return profile;
      });
      return view(changed, caller);
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
      const fees = publicMarkets(deps.catalog()).map((market) => [market.name, feesOf(market, own)] as const);
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
    tds_exchange: own.taxable ? rate(market.tdsPpm) : '0',
  };
}

/** The columns of what was sent; what was left out stays as it is. */
function changeOf({
  time_zone,
  anti_phishing_code,
  updates,
  phone_asked,
  ...same
}: GeneralSettingsRequest): ProfileChange {
  return {
    ...same,
    timeZone: time_zone,
    antiPhishingCode: anti_phishing_code,
    ...(updates === undefined ? {} : { updatesConsentAt: updates ? new Date() : null }),
    ...(phone_asked ? { phoneAskedAt: new Date() } : {}),
  };
}

function viewBonus({ expiresAt, isWaiting, ...bonus }: SignUpBonus): NonNullable<GeneralSettings['signup_bonus']> {
  return { ...bonus, expires_at: expiresAt.getTime(), waiting: isWaiting };
}

/** An area and its places. Offsets such as +05:30 are none: Postgres reads them in the other direction. */
const timeZoneForm = /^[A-Z][A-Za-z]+(?:\/[A-Z][A-Za-z0-9_+-]*)+$/;

/**
 * By the data of this Node, 'UTC' included; 'utc' and 'asia/kolkata' are not how IANA writes them. Intl.supportedValuesOf lists each zone under one
 * name, which of India's is Asia/Calcutta, while some browsers and most clients say Asia/Kolkata.
 */
function isTimeZone(name: string): boolean {
  if (name === 'UTC') return true;
  if (!timeZoneForm.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function viewProfile(
  profile: Profile,
): Omit<GeneralSettings, 'verification_state' | 'last_login' | 'personal' | 'signup_bonus'> {
  return {
    id: profile.id,
    email: profile.email,
    nickname: profile.nickname,
    locale: profile.locale,
    country: profile.country,
    email_verified: profile.emailVerifiedAt !== null,
    phone: profile.phone === null ? null : maskPhone(profile.phone),
    theme: profile.theme as GeneralSettings['theme'],
    time_zone: profile.timeZone,
    updates: profile.updatesConsentAt !== null,
    kyc_status: profile.kycStatus,
    is_verified: profile.kycStatus === 'approved',
    isCustomFeeEnabled: profile.customFee,
    phoneUpdated: profile.phone === null && profile.phoneAskedAt === null,
    futures_quiz_passed: profile.quizPassed,
    is_operator: profile.role === 'operator',
    deletes_at: profile.deletionDueAt && profile.deletionDueAt.getTime() / 1000,
  };
}
