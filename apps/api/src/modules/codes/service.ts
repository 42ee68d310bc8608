/** Transfer codes as their makers create and delete them, and others activate them. */
import { randomUUID } from 'node:crypto';
import { DomainError } from '@pelican/shared/contracts';
import type { SentCode } from '@pelican/shared/contracts/auth';
import type { AppliedCode, CodeToConfirm, CreatedCode, NewCodeRequest } from '@pelican/shared/contracts/codes';
import { formatUnits } from '@pelican/shared/money';
import type pg from 'pg';
import type { CatalogAsset } from '../../catalog/index.ts';
import {
  type AccountFactors,
  demandUnlocked,
  kycFor,
  lockLiveSession,
  lockUserRow,
  type MessageCodes,
  type Require,
  withdrawalsUnlocked,
} from '../../identity/index.ts';
import { type KnownAsset, requireAsset } from '../../live/index.ts';
import { writeNotices } from '../../notices/index.ts';
import type { WithdrawalRules } from '../../platform/config/index.ts';
import { inTransaction, type Queryable, type Transaction } from '../../platform/database/index.ts';
import type { Principal } from '../../platform/http/index.ts';
import {
  demandAccount,
  demandVerifiedEmail,
  type FactorChecks,
  maskAddress,
  type SessionCaller,
  settleGuess,
  type TransferCodeGuesses,
} from '../auth/index.ts';
import { unitsOf } from '../wallet/index.ts';
import { type AssetPrice, demandOutflowAllowed, usdValueOf } from '../withdrawals/index.ts';
import { hashOfCode, makeCodeText, maskedCode } from './code-text.ts';
import { lockParties } from './locks.ts';
import { payOut, setAside } from './money.ts';
import { type Code, endCode, findCodeOfKey, findOpenCode, insertCode, insertEvents, viewCode } from './repository.ts';

const unverified = 'You must pass personal verification';

export interface CodeServiceDeps {
  pool: pg.Pool;
  knownAsset: KnownAsset;
  require: Require;
  codes: Pick<MessageCodes, 'issue' | 'spend'>;
  factorChecks: Pick<FactorChecks, 'demand' | 'count'>;
  guesses: TransferCodeGuesses;
  /** Of now; undefined when no market has a price for the asset. */
  priceOf(ticker: string): AssetPrice | undefined;
  rules: WithdrawalRules;
}

export interface CodeService {
  /** @throws DomainError unknown_asset */
  assetOf(ticker: string, userId: number): Promise<CatalogAsset>;
  /**
   * Moves money out of the main wallet into a code, within what may be withdrawn. A second factor is demanded of a repeat too.
   * @throws DomainError kyc_required, withdrawals_locked, address_not_saved, withdrawal_limit, review_needed, factor_recent, confirmation_needed, confirmation_channel, code_wrong, price_unknown, unknown_asset, wrong_step, out_of_range, two_factor_required, factor_wrong,
   * insufficient_balance, repeated_with_other_content, too_many_requests
   */
  create(
    principal: Principal,
    person: SessionCaller,
    request: NewCodeRequest,
    idempotencyKey: string | undefined,
  ): Promise<CreatedCode>;
  /**
   * Sends the code by mail that a transfer code of this amount takes from the basic limit on.
   * @throws DomainError kyc_required, withdrawals_locked, email_unverified, unknown_asset, wrong_step, out_of_range, too_many_requests
   */
  sendConfirmation(principal: Principal, person: SessionCaller, wanted: CodeToConfirm): Promise<SentCode>;
  /**
   * Pays a code out to the one who has it, once. The maker may do so too, which returns the money as the deletion does.
   * @param plain the code without hyphens, in capitals
   * @throws DomainError kyc_required, transfer_code_unusable, account_blocked, too_many_requests
   */
  apply(principal: Principal, person: SessionCaller, plain: string): Promise<AppliedCode>;
  /** Returns the money of an own open code. @throws DomainError not_found */
  remove(userId: number, id: number): Promise<void>;
}

interface Confirmed {
  userId: number;
  assetId: number;
  amount: string;
}

/** Of one maker and amount: a code by mail for a small transfer code makes no large one. */
const codeFor = ({ userId, assetId, amount }: Confirmed) =>
  ({ purpose: 'withdrawal', binding: `transfer-code:of:${userId}:${assetId}:${amount}` }) as const;

export function createCodeService(deps: CodeServiceDeps): CodeService {
  const { pool, require, codes, factorChecks, guesses, priceOf, rules } = deps;

  async function demandMailCode(person: SessionCaller, email: string, wanted: Confirmed, code: string): Promise<void> {
    await factorChecks.count({ ...person, email }, () => codes.spend(codeFor(wanted), code), 'code_wrong');
  }

  const service: CodeService = {
    assetOf: (ticker, userId) => requireAsset(deps.knownAsset, ticker, userId),

    async create(principal, person, request, givenKey) {
      const { userId } = person;
      await require(principal, kycFor('withdraw', unverified), withdrawalsUnlocked);
      const asset = await service.assetOf(request.ticker, userId);
      const amount = formatUnits(unitsOf(request.amount, asset), asset.scale);
      const price = priceOf(asset.ticker);
      if (!price) throw new DomainError('price_unknown');
      const value = usdValueOf(amount, price);
      const idempotencyKey = givenKey ?? randomUUID();
      const outflow = { userId, assetId: asset.id, amount };
      const demandAllowed = async (db: Queryable, account: AccountFactors) => {
        const proof = { factor: request.factor, hasCodeOfMail: request.mail_code !== undefined };
        await demandOutflowAllowed(db, { account, outflow, value, proof }, rules);
      };
      const before = await demandAccount(pool, userId);
      const isRepeat = (await findCodeOfKey(pool, userId, idempotencyKey)) !== undefined;
      // Before the factor, which is used up.
      if (!isRepeat && before.second.length > 0) await demandAllowed(pool, before);
      await factorChecks.demand(person, request, true);
      const { text, hash, lastCharacters } = makeCodeText();
      let isMailCodeSpent = false;
      return inTransaction(pool, async (tx) => {
        await lockLiveSession(tx, person);
        await demandUnlocked(tx, userId);
        const account = await demandAccount(tx, userId);
        if (account.second.length === 0) throw new DomainError('two_factor_required');
        const first = await findCodeOfKey(tx, userId, idempotencyKey);
        if (first) {
          if (first.assetId !== asset.id || first.amount !== amount)
            throw new DomainError('repeated_with_other_content');
          return { ...viewCode(first), repeated: true };
        }
        await demandAllowed(tx, account);
        // Under the lock of the row, where a request that came with the same key at once has found the first. A transaction that Postgres
        // has run again has spent the code before.
        if (request.mail_code !== undefined && !isMailCodeSpent)
          await demandMailCode(person, account.email, outflow, request.mail_code);
        isMailCodeSpent = true;
        const wanted = { makerId: userId, assetId: asset.id, amount, usdValue: value.usdValue };
        const code = await insertCode(tx, { ...wanted, hash, lastCharacters, idempotencyKey });
        await setAside(tx, code);
        await insertEvents(tx, code, [{ userId, kind: 'created' }]);
        await writeNotices(tx, [{ userId, kind: 'transfer_code_created', payload: payloadOf(code) }]);
        return { ...viewCode(code), code: text, repeated: false };
      });
    },

    async sendConfirmation(principal, { userId, ip }, { ticker, amount: given }) {
      await require(principal, kycFor('withdraw', unverified), withdrawalsUnlocked);
      const asset = await service.assetOf(ticker, userId);
      const amount = formatUnits(unitsOf(given, asset), asset.scale);
      const account = await demandAccount(pool, userId);
      demandVerifiedEmail(account);
      const use = codeFor({ userId, assetId: asset.id, amount });
      const issued = await codes.issue({ ...use, to: account.email, userId, ip, asker: 'session' });
      const payload = { amount, ticker, code: issued.code };
      await inTransaction(pool, (tx) =>
        writeNotices(tx, [{ userId, kind: 'transfer_code_confirmation', payload }]),
      ).catch(async (error: unknown) => {
        await issued.withdraw();
        throw error;
      });
      return {
        to: maskAddress('email_code', account.email),
        expires: Math.floor(issued.expiresAtMs / 1000),
        retry_after: issued.retryAfterSeconds,
      };
    },

    async apply(principal, { userId, ip }, plain) {
      await require(principal, kycFor('deposit', unverified));
      const find = () => findOpenCode(pool, hashOfCode(plain));
      const found = await settleGuess(await guesses.reserve({ userId, ip }), find);
      if (!found) throw unusable();
      return inTransaction(pool, async (tx) => {
        const { isMakerActive } = await lockParties(tx, { recipientId: userId, makerId: found.makerId });
        const code = isMakerActive ? await endCode(tx, found.id, { recipientId: userId }) : undefined;
        if (!code) throw unusable();
        await payOut(tx, code, { to: userId, kind: 'transfer_code_activated' });
        await tellOfActivation(tx, code, userId);
        const { code: masked, amount, currency } = viewCode(code);
        return { code: masked, amount, currency, date: Date.now() };
      });
    },

    async remove(userId, id) {
      await inTransaction(pool, async (tx) => {
        await lockUserRow(tx, userId);
        const code = await endCode(tx, id, { deletedBy: userId });
        if (!code) throw new DomainError('not_found', { message: unusable().message });
        await payOut(tx, code, { to: userId, kind: 'transfer_code_deleted' });
        await insertEvents(tx, code, [{ userId, kind: 'deleted' }]);
      });
    },
  };
  return service;
}

function unusable(): DomainError {
  return new DomainError('transfer_code_unusable');
}

/** In the histories of both sides, and in their notices. A maker who has activated an own code is one side alone. */
async function tellOfActivation(tx: Transaction, code: Code, userId: number): Promise<void> {
  const { makerId } = code;
  const payload = payloadOf(code);
  const isOwn = makerId === userId;
  await insertEvents(tx, code, [
    ...(isOwn ? [] : [{ userId: makerId, kind: 'given' as const }]),
    { userId, kind: 'received' },
  ]);
  await writeNotices(tx, [
    ...(isOwn ? [] : [{ userId: makerId, kind: 'transfer_code_used' as const, payload }]),
    { userId, kind: 'transfer_code_activated', payload },
  ]);
}

function payloadOf({ amount, ticker, lastCharacters }: Code) {
  return { amount, ticker, code: maskedCode(lastCharacters) };
}
