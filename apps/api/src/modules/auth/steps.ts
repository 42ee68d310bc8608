/** The steps of a sign-in after the password: a second factor, or the code that verifies a new device. And sign-in by a passkey. */
import { randomBytes } from 'node:crypto';
import type { PrismaClient } from '@pelican/prisma/client.ts';
import { DomainError } from '@pelican/shared/contracts';
import type {
  FactorCode,
  FactorName,
  LoginResponse,
  PasskeyAnswer,
  SentCode,
  SentFactorName,
} from '@pelican/shared/contracts/auth';
import type pg from 'pg';
import {
  type AccountFactors,
  type Factors,
  type MessageCodes,
  type Passkeys,
  type SignInMethod,
  secondStepsOf,
} from '../../identity/index.ts';
import { writeNotices } from '../../notices/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { settleGuess } from './attempts.ts';
import { demandAccount, tellOfRecovery, wrong } from './factor-checks.ts';
import type { OpenSession, SignedIn } from './open-session.ts';
import type { Caller, SignInRefusals } from './refused-sign-ins.ts';
import { type Credentials, findCredentials } from './repository.ts';
import { maskAddress, recipientOf, type SendCode, unlessTooMany } from './send-code.ts';
import type { Ticket, Tickets } from './tickets.ts';

export interface SignInStepsDeps {
  prisma: PrismaClient;
  pool: pg.Pool;
  tickets: Tickets;
  codes: MessageCodes;
  sendCode: SendCode;
  factors: Factors;
  passkeys: Passkeys;
  refusals: SignInRefusals;
  open: OpenSession;
  /** Called with a right answer of a second factor, before the session begins. */
  factorShown(userId: number): Promise<void>;
}

type Step<Status extends string> = Extract<LoginResponse, { status: Status }>;

export interface SignInSteps {
  beginSecondFactor(
    account: Credentials,
    factors: AccountFactors,
    caller: { ip: string; deviceId: string | undefined },
  ): Promise<Step<'two_factor'>>;
  beginDeviceVerification(account: Credentials, ip: string): Promise<Step<'device_verification'>>;
  /**
   * Answers the step that is due.
   * @throws DomainError factor_wrong, sign_in_ended, account_blocked, too_many_requests
   */
  answer(step: Ticket['step'], given: Answer, caller: Caller): Promise<SignedIn>;
  /** @throws DomainError sign_in_ended, phone_required, too_many_requests */
  resend(ticketId: string, factor: SentFactorName | undefined, ip: string): Promise<SentCode>;
  /** Whose second factor is due. @throws DomainError sign_in_ended, account_blocked */
  accountOf(ticketId: string, ip: string): Promise<Credentials>;
  /** @throws DomainError sign_in_ended, passkeys_unavailable */
  passkeyOptions(ticketId: string, ip: string): Promise<Record<string, unknown>>;
  /** @throws DomainError passkeys_unavailable */
  beginPasskey(): Promise<{ ticket: string; options: Record<string, unknown> }>;
  /** @throws DomainError passkey_refused, account_blocked */
  signInByPasskey(ticket: string, response: PasskeyAnswer, caller: Caller, deviceMarkOf: MarkReader): Promise<SignedIn>;
}

interface Answer {
  ticket: string;
  factor: FactorName;
  code: FactorCode;
}

/** The id of the device, where its mark is one of the account. */
type MarkReader = (email: string) => string | undefined;

export function createSignInSteps(deps: SignInStepsDeps): SignInSteps {
  const { prisma, pool, tickets, codes, sendCode, factors, passkeys, refusals, open, factorShown } = deps;

  async function send(
    { id, userId, step, deviceId }: Ticket,
    factor: SentFactorName,
    account: AccountFactors,
    ip: string,
  ) {
    const words = step === 'two_factor' ? 'sign_in' : 'new_device';
    const to = recipientOf(account, factor, deviceId === undefined ? 'password' : 'device');
    return sendCode({ userId, ip, ...to, use: codeUseOf(id), words });
  }

  /**
   * Sends the code, unless the last one is not a minute old: then that one counts. Where too many were sent the sign-in goes on without:
   * another factor, or a recovery, is chosen by its ticket.
   */
  async function sendOrRecall(ticket: Ticket, factor: SentFactorName, account: AccountFactors, ip: string) {
    const last = await codes.outstanding(codeUseOf(ticket.id));
    if (last && last.retryAfterSeconds > 0) {
      const expires = Math.floor(last.expiresAtMs / 1000);
      return { to: maskAddress(factor, last.to), expires, retry_after: last.retryAfterSeconds };
    }
    return send(ticket, factor, account, ip).catch(unlessTooMany);
  }

  async function allowedBy({ step, userId }: Ticket): Promise<FactorName[]> {
    return step === 'two_factor' ? secondStepsOf(await demandAccount(pool, userId)) : ['email_code'];
  }

  /** Counts the answer and judges it. @throws DomainError factor_wrong, sign_in_ended, too_many_requests */
  async function judge(ticket: Ticket, { factor, code }: Answer, caller: Caller): Promise<SignInMethod[]> {
    const { email, deviceId, userId } = ticket;
    const guess = { email, ip: caller.ip, deviceId, of: 'factor' as const };
    const attempt = await refusals.reserve(guess, caller, () => ({ id: userId }));
    let isLast = false;
    const shown = await settleGuess(attempt, async () => {
      ({ isLast } = await tickets.reserveAnswer(ticket));
      const counts = (await allowedBy(ticket)).includes(factor);
      const person = { userId, ip: caller.ip, use: codeUseOf(ticket.id) };
      return counts ? factors[factor].verify(person, code) : undefined;
    });
    if (shown) return shown;
    refusals.record('refused', caller, { id: userId });
    if (isLast) await tellOfGuesses(pool, userId, caller.ip);
    throw wrong('factor_wrong');
  }

  return {
    async beginSecondFactor(account, accountFactors, { ip, deviceId }) {
      const steps = secondStepsOf(accountFactors);
      const { ticket, expiresAtMs } = await tickets.issue(account, { step: 'two_factor', ip, deviceId });
      const begun = { status: 'two_factor', ticket: ticket.id, expires: seconds(expiresAtMs), factors: steps } as const;
      const [first] = steps;
      if (first !== 'email_code' && first !== 'sms_code') return begun;
      return { ...begun, ...shownOf(await sendOrRecall(ticket, first, accountFactors, ip)) };
    },

    async beginDeviceVerification(account, ip) {
      const given = { step: 'device_verification', ip, deviceId: undefined } as const;
      const { ticket, expiresAtMs } = await tickets.issue(account, given);
      const accountFactors = await demandAccount(pool, account.id);
      const sent = await sendOrRecall(ticket, 'email_code', accountFactors, ip);
      return { status: 'device_verification', ticket: ticket.id, expires: seconds(expiresAtMs), ...shownOf(sent) };
    },

    async answer(step, given, caller) {
      const ticket = await tickets.find(given.ticket, caller.ip);
      if (ticket.step !== step) throw new DomainError('sign_in_ended');
      const account = await tickets.demandCurrent(ticket, await findCredentials(prisma, { email: ticket.email }));
      const shown = await judge(ticket, given, caller);
      await tickets.spend(ticket);
      if (step === 'two_factor') await factorShown(ticket.userId);
      const methods: SignInMethod[] = step === 'two_factor' ? ['pwd', ...shown, 'mfa'] : ['pwd', ...shown];
      const opened = await open(account, caller, { methods, deviceId: ticket.deviceId });
      if (given.factor === 'recovery_code') await tellOfRecovery(pool, ticket.userId);
      return opened;
    },

    async resend(ticketId, factor, ip) {
      const ticket = await tickets.find(ticketId, ip);
      const allowed = await allowedBy(ticket);
      const wanted = factor ?? allowed.find((one) => one === 'email_code' || one === 'sms_code');
      if (wanted === undefined || !allowed.includes(wanted)) throw new DomainError('sign_in_ended');
      return send(ticket, wanted as SentFactorName, await demandAccount(pool, ticket.userId), ip);
    },

    async accountOf(ticketId, ip) {
      const ticket = await tickets.find(ticketId, ip);
      if (ticket.step !== 'two_factor') throw new DomainError('sign_in_ended');
      const account = await tickets.demandCurrent(ticket, await findCredentials(prisma, { email: ticket.email }));
      if (account.isBlocked) throw new DomainError('account_blocked');
      return account;
    },

    async passkeyOptions(ticketId, ip) {
      const { id, userId } = await tickets.find(ticketId, ip);
      return passkeys.requestOptions(codeUseOf(id).binding, { userId });
    },

    async beginPasskey() {
      const ticket = randomBytes(16).toString('base64url');
      return { ticket, options: await passkeys.requestOptions(`sign-in:${ticket}`) };
    },

    async signInByPasskey(ticket, response, caller, deviceMarkOf) {
      const owner = await passkeys.verify(`sign-in:${ticket}`, response);
      const account = owner && (await findCredentials(prisma, { id: owner.userId }));
      if (!owner || !account) {
        refusals.record('refused', caller, undefined);
        throw new DomainError('passkey_refused');
      }
      await factorShown(account.id);
      const methods: SignInMethod[] = [...owner.methods, 'mfa'];
      return open(account, caller, { methods, deviceId: deviceMarkOf(account.email) });
    },
  };
}

function codeUseOf(ticketId: string) {
  return { purpose: 'sign_in', binding: `ticket:${ticketId}` } as const;
}

function shownOf(sent: SentCode | undefined) {
  return sent && { to: sent.to, retry_after: sent.retry_after };
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000);
}

/** Once a day: a person who has used up a ticket knows the password. */
async function tellOfGuesses(pool: pg.Pool, userId: number, ip: string): Promise<void> {
  const key = `second_step_failed:${new Date().toISOString().slice(0, 10)}`;
  await inTransaction(pool, (tx) => writeNotices(tx, [{ userId, kind: 'second_step_failed', payload: { ip }, key }]));
}
