/**
 * Proofs that the owner of the mailbox wants a withdrawal: the token of a link, kept as its SHA-256 in the row, or a code of six digits by mail
 * or by text message, kept in Redis as an HMAC. Both are of one withdrawal, whose address and amount the message names.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { DomainError } from '@pelican/shared/contracts';
import { paymentStatus } from '@pelican/shared/contracts/payments';
import type pg from 'pg';
import type { AccountFactors, MessageCodes } from '../../identity/index.ts';
import { type NewNotice, writeNotices } from '../../notices/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import {
  demandAccount,
  demandVerifiedEmail,
  type FactorChecks,
  maskAddress,
  type SessionCaller,
} from '../auth/index.ts';
import { withSettledPhone } from './channels.ts';
import { noticePayload } from './notices.ts';
import { type Channel, findOwn, type Withdrawal } from './repository.ts';

export interface SentConfirmation {
  to: string;
  expires: number;
  retry_after: number;
}

export interface Confirmations {
  /**
   * Sends link and code by mail, or a code by text message, in place of an earlier one over the same channel.
   * @throws DomainError not_found, withdrawal_closed, confirmation_channel, phone_required, too_many_requests
   */
  send(person: { userId: number; ip: string }, id: number, channel: Channel): Promise<SentConfirmation>;
  /**
   * The same of a withdrawal that was read with its account just now.
   * @throws DomainError withdrawal_closed, confirmation_channel, phone_required, too_many_requests
   */
  sendOf(
    withdrawal: Withdrawal,
    to: { account: AccountFactors; ip: string },
    channel: Channel,
  ): Promise<SentConfirmation>;
  /** Counts a guess at the code. @throws DomainError code_wrong, too_many_requests */
  demandCode(person: SessionCaller, withdrawal: Pick<Withdrawal, 'id' | 'confirmBy'>, code: string): Promise<void>;
}

export interface ConfirmationsDeps {
  pool: pg.Pool;
  codes: Pick<MessageCodes, 'issue' | 'spend'>;
  factorChecks: Pick<FactorChecks, 'count'>;
}

const codeFor = (id: number, channel: Channel) =>
  ({ purpose: 'withdrawal', binding: `withdrawal:${id}:${channel}` }) as const;

export function createConfirmations({ pool, codes, factorChecks }: ConfirmationsDeps): Confirmations {
  const confirmations: Confirmations = {
    async send({ userId, ip }, id, channel) {
      const withdrawal = await findOwn(pool, userId, id);
      if (!withdrawal) throw new DomainError('not_found');
      // A telephone may have been added since the request.
      const account = await withSettledPhone(pool, { userId, account: await demandAccount(pool, userId) });
      return confirmations.sendOf(withdrawal, { account, ip }, channel);
    },

    async sendOf(withdrawal, { account, ip }, channel) {
      const { id, userId } = withdrawal;
      demandUnconfirmed(withdrawal);
      if (!withdrawal.confirmBy.includes(channel)) throw new DomainError('confirmation_channel');
      if (channel === 'mail') demandVerifiedEmail(account);
      const to = channel === 'mail' ? account.email : account.phone;
      if (to === null) throw new DomainError('phone_required');
      const issued = await codes.issue({ ...codeFor(id, channel), to, userId, ip, asker: 'session' });
      const { code, expiresAtMs, retryAfterSeconds } = issued;
      const payload = noticePayload(withdrawal);
      await inTransaction(pool, async (tx) => {
        const notice: NewNotice =
          channel === 'mail'
            ? { userId, kind: 'withdrawal_code_by_mail', payload: { ...payload, code, token: await newToken(tx, id) } }
            : { userId, kind: 'withdrawal_code_by_text', payload: { ...payload, code, phone: to } };
        await writeNotices(tx, [notice]);
      }).catch(async (error: unknown) => {
        await issued.withdraw();
        throw error;
      });
      return {
        to: maskAddress(channel === 'mail' ? 'email_code' : 'sms_code', to),
        expires: Math.floor(expiresAtMs / 1000),
        retry_after: retryAfterSeconds,
      };
    },

    async demandCode(person, { id, confirmBy }, code) {
      const { email } = await demandAccount(pool, person.userId);
      const spend = async () => {
        for (const channel of confirmBy) {
          const spent = await codes.spend(codeFor(id, channel), code);
          if (spent !== undefined) return spent;
        }
        return undefined;
      };
      await factorChecks.count({ ...person, email }, spend, 'code_wrong');
    },
  };
  return confirmations;
}

/** @throws DomainError withdrawal_closed */
export function demandUnconfirmed({ status }: Pick<Withdrawal, 'status'>): void {
  if (status === paymentStatus.unconfirmedByUser) return;
  throw new DomainError('withdrawal_closed');
}

/** Names its withdrawal, so that one row is looked at. */
async function newToken(tx: Parameters<Parameters<typeof inTransaction>[1]>[0], id: number): Promise<string> {
  const token = `${id}.${randomBytes(32).toString('base64url')}`;
  await tx.query({
    name: 'withdrawal-set-confirmation',
    text: 'UPDATE withdrawals SET confirmation_hash = $2 WHERE id = $1 AND status = $3',
    values: [id, hashOf(token), paymentStatus.unconfirmedByUser],
  });
  return token;
}

/** The withdrawal that a token names; undefined for what is no token. */
export function withdrawalOfToken(token: string): number | undefined {
  const id = /^(\d{1,15})\.[\w-]{43}$/.exec(token)?.[1];
  return id === undefined ? undefined : Number(id);
}

export function isTokenOf(token: string, hash: Buffer | null): boolean {
  return hash !== null && timingSafeEqual(hashOf(token), hash);
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
