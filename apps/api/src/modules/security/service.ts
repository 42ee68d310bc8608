/** What guards an account: second factors turned on and off, and recovery codes. */
import { DomainError } from '@pelican/shared/contracts';
import {
  type FactorCode,
  type FactorName,
  guardFactorsOf,
  type SentCode,
  type SentFactorName,
} from '@pelican/shared/contracts/auth';
import type { GeneratedTotp, SecuritySettings } from '@pelican/shared/contracts/security';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import { toString as qrCode } from 'qrcode';
import {
  type AccountFactors,
  type AnnounceCommitted,
  addMethods,
  disableMethod,
  enableMethod,
  findSeed,
  generateSeed,
  listPasskeys,
  lockLiveSession,
  lockWithdrawals,
  type MessageCodes,
  maskPhone,
  replaceRecoveryCodes,
  type SignInMethod,
  type SwitchedMethod,
  secondStepsOf,
  seedText,
  seedUri,
  spendTotpCode,
  storeSeed,
} from '../../identity/index.ts';
import { writeNotices } from '../../notices/index.ts';
import { inTransaction, type Transaction } from '../../platform/database/index.ts';
import type { EncryptionKeys } from '../../platform/sealing/index.ts';
import {
  addressOf,
  codeUseOf,
  demandAccount,
  demandVerifiedEmail,
  type FactorChecks,
  recipientOf,
  type SendCode,
  type SessionCaller,
} from '../auth/index.ts';
import { codeUseOfAddition, createShownSeeds } from './additions.ts';
import { addFactor, type FactorAdded, locksByAddition, recordChange, turnOff } from './changes.ts';
import { findGuards, findRecentAccess } from './repository.ts';

export interface SecurityServiceDeps {
  pool: pg.Pool;
  redis: Pick<Redis, 'get' | 'set'>;
  announce: AnnounceCommitted;
  encryptionKeys: EncryptionKeys;
  codes: MessageCodes;
  sendCode: SendCode;
  checks: FactorChecks;
  withdrawalLockHours: number;
  now?: () => number;
}

export interface Switch {
  method: SwitchedMethod;
  enable: boolean;
  factor?: FactorName | undefined;
  code: FactorCode;
}

export interface SecurityService {
  view(self: SessionCaller): Promise<SecuritySettings>;
  /** @throws DomainError email_unverified, two_factor_enabled */
  generate(self: SessionCaller): Promise<GeneratedTotp>;
  /**
   * Turns a method on by a code of its own, or off by one that guards the account, which deactivates all API keys. The app, and codes beside
   * another factor, count in the session alone that `generate` or `sendCode` has answered. It holds
   * withdrawals back, unless it is the first factor and turned on in the first session of the account.
   * @throws DomainError email_unverified, invalid_argument (codes by mail of an operator), factor_wrong, two_factor_enabled, two_factor_required, phone_required, too_many_requests
   */
  toggle(self: SessionCaller, wanted: Switch): Promise<{ twoFactorEnabled: boolean } & FactorAdded>;
  /** Holds withdrawals back. @throws DomainError two_factor_required */
  renewRecoveryCodes(self: SessionCaller): Promise<string[]>;
  /** @throws DomainError phone_required, too_many_requests */
  sendCode(self: SessionCaller, factor: SentFactorName): Promise<SentCode>;
  /** Those that are enabled. */
  secondFactorsOf(userId: number): Promise<FactorName[]>;
}

const methodShown: Record<SwitchedMethod, SignInMethod> = { totp: 'otp', sms_code: 'sms', email_code: 'mca' };

export function createSecurityService(deps: SecurityServiceDeps): SecurityService {
  const { pool, redis, encryptionKeys: keys, codes, checks, withdrawalLockHours: lockHours, now = Date.now } = deps;
  const shownSeeds = createShownSeeds(redis);

  /** API processes look again at what the account is and may. */
  function announce(userId: number, reason: string): Promise<void> {
    return deps.announce({ kind: 'user', userId, reason });
  }

  /** The seed of an app that this session is setting up. */
  async function findShownSeed(
    { userId, sessionId }: SessionCaller,
    account: AccountFactors,
  ): Promise<Buffer | undefined> {
    const stored = await findSeed(pool, userId, keys);
    if (!stored || stored.isEnabled) return undefined;
    return (await shownSeeds.wasShown(sessionId, account, stored.seed)) ? stored.seed : undefined;
  }

  /** Whether the code is one of the method that is to be turned on. */
  async function proves(self: SessionCaller, account: AccountFactors, { method, code }: Switch): Promise<boolean> {
    const { userId, sessionId } = self;
    if (typeof code !== 'string') return false;
    if (method === 'totp') {
      if (!(await findShownSeed(self, account))) return false;
      return spendTotpCode(pool, { userId, code, keys, nowMs: now(), isEnabled: false });
    }
    const to = await codes.spend(codeUseOfAddition(sessionId, account), code);
    return to !== undefined && to === addressOf(account, method);
  }

  async function enable(self: SessionCaller, wanted: Switch) {
    const { userId, sessionId } = self;
    const { method } = wanted;
    const account = await demandAccount(pool, userId);
    demandVerifiedEmail(account);
    if (method === 'email_code' && account.isOperator)
      throw new DomainError('invalid_argument', { fields: { method: ['Current value is not supported'] } });
    if (account.second.includes(method)) throw new DomainError('two_factor_enabled');
    if (method !== 'totp') addressOf(account, method);
    await checks.count(
      { ...self, email: account.email },
      async () => (await proves(self, account, wanted)) || undefined,
    );
    const added = await inTransaction(pool, (tx) =>
      addFactor(tx, { userId, sessionId, lockHours, method }, async () => {
        if (!(await enableMethod(tx, userId, method))) throw new DomainError('two_factor_enabled');
        await addMethods(tx, sessionId, [methodShown[method]]);
        await recordChange(tx, userId, 'two_factor.enabled', { method });
      }),
    );
    await announce(userId, 'two_factor_enabled');
    return { twoFactorEnabled: true, ...added };
  }

  async function disable(self: SessionCaller, { method, factor, code }: Switch) {
    const { userId, sessionId } = self;
    const account = await demandAccount(pool, userId);
    if (!account.second.includes(method)) throw new DomainError('two_factor_required');
    const allowed = guardFactorsOf(secondStepsOf(account));
    const own = allowed.includes(method) ? method : undefined;
    await checks.demand(self, { factor: factor ?? own, code }, true, allowed);
    const twoFactorEnabled = await inTransaction(pool, (tx) =>
      turnOff(tx, { userId, sessionId, lockHours }, method, () => disableMethod(tx, userId, method)),
    );
    await announce(userId, 'two_factor_disabled');
    return { twoFactorEnabled };
  }

  return {
    async view(self) {
      const { userId } = self;
      const [account, guards, passkeys, recent, newFactorLocks] = await Promise.all([
        demandAccount(pool, userId),
        findGuards(pool, userId),
        listPasskeys(pool, userId),
        findRecentAccess(pool, userId),
        locksByAddition(pool, self),
      ]);
      const seed = await findShownSeed(self, account);
      const pending = seed && (await show(seed, account.email));
      return {
        emailVerified: account.isEmailVerified,
        twoFactorEnabled: account.second.length > 0,
        factors: secondStepsOf(account),
        totpEnabled: account.second.includes('totp'),
        twoFactorSecret: pending?.twoFactorSecret ?? null,
        twoFactorQrUrl: pending?.twoFactorQrUrl ?? null,
        smsEnabled: account.second.includes('sms_code'),
        emailCodeEnabled: account.second.includes('email_code'),
        emailCodeAllowed: !account.isOperator,
        phone: account.phone === null ? null : maskPhone(account.phone),
        antiPhishingCode: guards.antiPhishingCode,
        passkeys,
        recoveryCodesLeft: account.recoveryCodesLeft,
        passwordChangedAt: guards.passwordChangedAt,
        withdrawalsLockedUntil: guards.withdrawalsLockedUntil,
        newFactorLocks,
        recent,
      };
    },

    async generate({ userId, sessionId }) {
      const account = await demandAccount(pool, userId);
      demandVerifiedEmail(account);
      if (account.second.includes('totp')) throw new DomainError('two_factor_enabled');
      const seed = generateSeed();
      await inTransaction(pool, (tx) => storeSeed(tx, userId, seed, keys));
      await shownSeeds.show(sessionId, account, seed);
      return show(seed, account.email);
    },

    toggle: (self, wanted) => (wanted.enable ? enable(self, wanted) : disable(self, wanted)),

    async renewRecoveryCodes({ userId, sessionId }) {
      const codes = await inTransaction(pool, async (tx) => {
        await lockLiveSession(tx, { userId, sessionId });
        await demandSecondFactor(tx, userId);
        await lockWithdrawals(tx, userId, lockHours);
        await recordChange(tx, userId, 'recovery_codes.made', {});
        await writeNotices(tx, [{ userId, kind: 'recovery_codes_made', payload: {} }]);
        return replaceRecoveryCodes(tx, userId);
      });
      await announce(userId, 'recovery_codes_made');
      return codes;
    },

    async sendCode({ userId, sessionId, ip }, factor) {
      const account = await demandAccount(pool, userId);
      const use = account.second.includes(factor) ? codeUseOf(sessionId) : codeUseOfAddition(sessionId, account);
      return deps.sendCode({ userId, ip, ...recipientOf(account, factor, 'session'), use, words: 'confirm' });
    },

    secondFactorsOf: async (userId) => (await demandAccount(pool, userId)).second,
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
