/** What guards an account: second factors turned on and off, the phone of text messages, recovery codes. */
import { DomainError } from '@pelican/shared/contracts';
import type { FactorCode, FactorName, SentCode, SentFactorName } from '@pelican/shared/contracts/auth';
import type { GeneratedTotp, SecuritySettings } from '@pelican/shared/contracts/security';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import { toString as qrCode } from 'qrcode';
import {
  addMethods,
  announceAccountChange,
  canonicalPhone,
  disableMethod,
  enableMethod,
  findSeed,
  generateSeed,
  listPasskeys,
  lockFactors,
  type MessageCodes,
  maskPhone,
  replaceRecoveryCodes,
  type SignInMethod,
  type SwitchedMethod,
  secondStepsOf,
  seedText,
  seedUri,
  setPhone,
  spendTotpCode,
  storeSeed,
} from '../../identity/index.ts';
import { writeNotices } from '../../notices/index.ts';
import { inTransaction, type Transaction } from '../../platform/database/index.ts';
import type { EncryptionKeys } from '../../platform/sealing/index.ts';
import { addressOf, codeUseOf, demandAccount, type FactorChecks, type SendCode } from '../auth/index.ts';
import { recordChange, turnOff, withFirstRecoveryCodes } from './changes.ts';
import { findGuards } from './repository.ts';

export interface SecurityServiceDeps {
  pool: pg.Pool;
  redis: Pick<Redis, 'publish'>;
  encryptionKeys: EncryptionKeys;
  codes: MessageCodes;
  sendCode: SendCode;
  checks: FactorChecks;
  now?: () => number;
}

/** A person in a session. */
export interface Self {
  userId: number;
  sessionId: string;
  ip: string;
}

export interface Switch {
  method: SwitchedMethod;
  enable: boolean;
  factor?: FactorName | undefined;
  code: FactorCode;
}

export interface SecurityService {
  view(userId: number): Promise<SecuritySettings>;
  /** @throws DomainError two_factor_enabled */
  generate(self: Self): Promise<GeneratedTotp>;
  /**
   * Turns a method on by a code of its own, or off by one of any second factor, which deactivates all API keys.
   * @throws DomainError factor_wrong, two_factor_enabled, two_factor_required, phone_required, too_many_requests
   */
  toggle(self: Self, wanted: Switch): Promise<{ twoFactorEnabled: boolean; recoveryCodes?: string[] }>;
  /** @throws DomainError two_factor_required */
  renewRecoveryCodes(self: Self): Promise<string[]>;
  /** @throws DomainError phone_required, too_many_requests */
  sendCode(self: Self, factor: SentFactorName): Promise<SentCode>;
  /** @throws DomainError invalid_argument, too_many_requests */
  sendPhoneCode(self: Self, phone: string): Promise<SentCode>;
  /** @throws DomainError code_wrong, phone_taken, too_many_requests */
  verifyPhone(self: Self, code: string): Promise<string>;
}

const methodShown: Record<SwitchedMethod, SignInMethod> = { totp: 'otp', sms_code: 'sms', email_code: 'mca' };

export function createSecurityService(deps: SecurityServiceDeps): SecurityService {
  const { pool, redis, encryptionKeys: keys, codes, checks, now = Date.now } = deps;

  /** API processes look again at what the account is and may. */
  function announce(userId: number, reason: string): Promise<void> {
    return announceAccountChange(redis, { kind: 'user', userId, reason });
  }

  /** Whether the code is one of the method that is to be turned on. */
  async function proves({ userId, sessionId }: Self, { method, code }: Switch): Promise<boolean> {
    if (typeof code !== 'string') return false;
    if (method === 'totp') return spendTotpCode(pool, { userId, code, keys, nowMs: now(), isEnabled: false });
    const to = await codes.spend(codeUseOf(sessionId), code);
    return to !== undefined && to === addressOf(await demandAccount(pool, userId), method);
  }

  async function enable(self: Self, wanted: Switch) {
    const { userId, sessionId } = self;
    const { method } = wanted;
    const account = await demandAccount(pool, userId);
    if (account.second.includes(method)) throw new DomainError('two_factor_enabled');
    if (method !== 'totp') addressOf(account, method);
    await checks.count(self, account.email, () => proves(self, wanted));
    const recoveryCodes = await inTransaction(pool, (tx) =>
      withFirstRecoveryCodes(tx, userId, async () => {
        if (!(await enableMethod(tx, userId, method))) throw new DomainError('two_factor_enabled');
        await addMethods(tx, sessionId, [methodShown[method]]);
        await recordChange(tx, userId, 'two_factor.enabled', { method });
        await writeNotices(tx, [{ userId, kind: 'two_factor_enabled', payload: { method } }]);
      }),
    );
    await announce(userId, 'two_factor_enabled');
    return { twoFactorEnabled: true, ...(recoveryCodes ? { recoveryCodes } : {}) };
  }

  async function disable(self: Self, { method, factor, code }: Switch) {
    const { userId } = self;
    const account = await demandAccount(pool, userId);
    if (!account.second.includes(method)) throw new DomainError('two_factor_required');
    await checks.demand(self, { factor: factor ?? method, code }, true);
    const twoFactorEnabled = await inTransaction(pool, (tx) =>
      turnOff(tx, userId, method, () => disableMethod(tx, userId, method)),
    );
    await announce(userId, 'two_factor_disabled');
    return { twoFactorEnabled };
  }

  return {
    async view(userId) {
      const [account, guards, seed, passkeys] = await Promise.all([
        demandAccount(pool, userId),
        findGuards(pool, userId),
        findSeed(pool, userId, keys),
        listPasskeys(pool, userId),
      ]);
      const pending = seed && !seed.isEnabled ? await show(seed.seed, account.email) : undefined;
      return {
        twoFactorEnabled: account.second.length > 0,
        factors: secondStepsOf(account),
        totpEnabled: account.second.includes('totp'),
        twoFactorSecret: pending?.twoFactorSecret ?? null,
        twoFactorQrUrl: pending?.twoFactorQrUrl ?? null,
        smsEnabled: account.second.includes('sms_code'),
        emailCodeEnabled: account.second.includes('email_code'),
        phone: account.phone === null ? null : maskPhone(account.phone),
        antiPhishingCode: guards.antiPhishingCode,
        passkeys,
        recoveryCodesLeft: account.recoveryCodesLeft,
        passwordChangedAt: guards.passwordChangedAt,
        withdrawalsLockedUntil: guards.withdrawalsLockedUntil,
      };
    },

    async generate({ userId }) {
      const { email, second } = await demandAccount(pool, userId);
      if (second.includes('totp')) throw new DomainError('two_factor_enabled');
      const seed = generateSeed();
      await inTransaction(pool, (tx) => storeSeed(tx, userId, seed, keys));
      return show(seed, email);
    },

    toggle: (self, wanted) => (wanted.enable ? enable(self, wanted) : disable(self, wanted)),

    async renewRecoveryCodes({ userId }) {
      return inTransaction(pool, async (tx) => {
        await lockFactors(tx, userId);
        await demandSecondFactor(tx, userId);
        await recordChange(tx, userId, 'recovery_codes.made', {});
        await writeNotices(tx, [{ userId, kind: 'recovery_codes_made', payload: {} }]);
        return replaceRecoveryCodes(tx, userId);
      });
    },

    async sendCode({ userId, sessionId, ip }, factor) {
      const to = addressOf(await demandAccount(pool, userId), factor);
      return deps.sendCode({ userId, ip, factor, to, use: codeUseOf(sessionId), words: 'confirm' });
    },

    async sendPhoneCode({ userId, sessionId, ip }, text) {
      const phone = canonicalPhone(text);
      if (phone === undefined)
        throw new DomainError('invalid_argument', { fields: { phone: ['This is no number of a telephone'] } });
      return deps.sendCode({ userId, ip, factor: 'sms_code', to: phone, use: phoneUse(sessionId), words: 'phone' });
    },

    async verifyPhone(self, code) {
      const { userId, sessionId } = self;
      const { email } = await demandAccount(pool, userId);
      let phone: string | undefined;
      const verify = async () => {
        phone = await codes.spend(phoneUse(sessionId), code);
        return phone !== undefined;
      };
      await checks.count(self, email, verify, 'code_wrong');
      const number = phone as unknown as string;
      await inTransaction(pool, async (tx) => {
        if (!(await setPhone(tx, userId, number))) throw new DomainError('phone_taken');
        await recordChange(tx, userId, 'phone.verified', { phone: maskPhone(number) });
        await writeNotices(tx, [{ userId, kind: 'phone_verified', payload: { phone: maskPhone(number) } }]);
      });
      return maskPhone(number);
    },
  };
}

async function demandSecondFactor(tx: Transaction, userId: number): Promise<void> {
  const account = await demandAccount(tx, userId);
  if (account.second.length === 0) throw new DomainError('two_factor_required');
}

async function show(seed: Buffer, email: string): Promise<GeneratedTotp> {
  const uri = seedUri(seed, email);
  const svg = await qrCode(uri, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 });
  const twoFactorQrUrl = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  return { twoFactorSecret: seedText(seed), twoFactorQrUrl, uri };
}

function phoneUse(sessionId: string) {
  return { purpose: 'phone', binding: `session:${sessionId}` } as const;
}
