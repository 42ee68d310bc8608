/**
 * Codes that are sent by mail or text message: six digits, or for the link of a recovery eight letters and digits. Each is for one purpose and one sign-in, session or request, good for
 * ten minutes, five answers and once; the next one may be sent after a minute. Redis has its HMAC and where it went, never the code.
 *
 *   sent-code:<purpose>:<binding>          mac, to, answers
 *   sent-code:<purpose>:<binding>:wait     while no other one is sent
 *   sent-codes:<user>, and :<address>      how many went out within an hour
 *   sent-codes:to:<hash>                   to one mailbox or number
 *   sent-codes:texts-of:<address or site>  by text message, for whichever accounts
 *   sent-codes:newcomers:<country code>    by text message to numbers of a country, of newcomers without a verified mailbox
 *   sent-codes:newcomers:verified:<code>   of those who have one
 *   sent-codes:recovery:...                as the first three, of recoveries of the password: a sign-up with the address uses up none of them
 *   sent-codes:own:<user>, and :<address>  to the verified mailbox or number of the account: strangers use up none of these
 *   sent-codes:own:<asker>:to:<hash>       of those who have shown the same: who knows the password alone uses up none of the others
 */
import { createHash, createHmac, randomInt } from 'node:crypto';
import { DomainError } from '@pelican/shared/contracts';
import type { Redis } from 'ioredis';
import { addressKeys } from '../../platform/http/index.ts';
import { type CountWindow, limitsOf, takeFunction } from '../../platform/redis/index.ts';
import { callingCodeOf } from '../users/contact-details.ts';
import { randomCode } from './random-code.ts';

const lifeSeconds = 10 * 60;
const answersMax = 5;
/** 40 bits: anybody may ask for such a code to any mailbox, as often as mails may be sent. */
const recoveryCodeLength = 8;
const pauseSeconds = 60;
/** In an hour, of an account as it is used from one address, and of the account: messages cost money, and a mailbox is not to be flooded. */
const sentOfAddressMax = 10;
const sentOfAccountMax = 60;
const hourSeconds = 3600;
const daySeconds = 86_400;
/** To one mailbox, or to one number, whichever accounts ask. */
const mailsToMax = 20;
/** Of codes that confirm a mailbox, which a stranger may have signed up with. */
const confirmationsMax = 5;
const confirmationsDayMax = 10;
const textsToMax = 5;
const textsToDayMax = 10;
/** Of these, for one address that has shown the password alone. */
const textsOfPasswordMax = 3;
const textsOfPasswordDayMax = 5;
/**
 * Messages to numbers that are not verified which an address, and a /48 of IPv6, causes in an hour over all accounts. Verified ones are not
 * counted by address: thousands of people have one address of a mobile carrier.
 */
const textsOfAddressMax = 30;
const textsOfSiteMax = 120;
/**
 * Messages to numbers of one country in an hour for newcomers: numbers that cost their caller more are sold by countries. Newcomers who have
 * shown a mailbox, which costs a stranger more, are counted apart: what the others have spent does not keep them from a code.
 */
const newcomersOfCountryMax = 500;

/** What a code is for, and for whom alone it counts. */
export interface CodeUse {
  purpose: 'sign_in' | 'confirm' | 'add_factor' | 'phone' | 'email' | 'recovery' | 'recovery_factor' | 'withdrawal';
  /** `session:<id>`, or what else names who asks. */
  binding: string;
}

/** What somebody has shown who asks for a code to what is verified: the password on a known device, a session, the mail of a recovery, or the password alone. */
export type CodeAsker = 'device' | 'session' | 'recovery' | 'password';

export interface NewCode extends CodeUse {
  /** The address or number. */
  to: string;
  userId: number;
  /** The address that asks. */
  ip: string;
  /** The account is one that anybody makes for nothing: with or without a verified mailbox. */
  newcomer?: 'unverified' | 'verified' | undefined;
  /** Where `to` is the verified one of the account. */
  asker?: CodeAsker | undefined;
}

export interface IssuedCode {
  code: string;
  expiresAtMs: number;
  /** Until another one may be asked for. */
  retryAfterSeconds: number;
  /** It could not be sent: another one may be asked for at once. */
  withdraw(): Promise<void>;
}

export interface MessageCodes {
  /** Makes a code; the one of before counts no longer. @throws DomainError too_many_requests */
  issue(wanted: NewCode): Promise<IssuedCode>;
  /** Seconds until another one may be asked for, and where the last one went; undefined when there is none. */
  outstanding(use: CodeUse): Promise<{ to: string; expiresAtMs: number; retryAfterSeconds: number } | undefined>;
  /** Counts an answer. @returns where the code was sent, when it is the right one, which it is once */
  spend(use: CodeUse, answer: string): Promise<string | undefined>;
}

export interface MessageCodesDeps {
  redis: Pick<Redis, 'eval' | 'del' | 'pttl' | 'hget'>;
  secret: string;
  now?: () => number;
}

/**
 * KEYS: code, wait, and the counter of each allowance. ARGV: mac, to, seconds of the code and of the wait, then the limits of the allowances.
 * @returns milliseconds to wait, 0 when it is issued
 */
const issueScript = `${takeFunction}
local wait = redis.call('PTTL', KEYS[2])
if wait <= 0 then wait = take(3, 5, 1) end
if wait > 0 then return wait end
redis.call('SET', KEYS[2], '1', 'EX', ARGV[4])
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'mac', ARGV[1], 'to', ARGV[2], 'answers', 0)
redis.call('EXPIRE', KEYS[1], ARGV[3])
return 0`;

/** KEYS: code. ARGV: mac of the answer, answers at most. */
const spendScript = `
local code = redis.call('HMGET', KEYS[1], 'mac', 'to')
if not code[1] then return false end
if redis.call('HINCRBY', KEYS[1], 'answers', 1) > tonumber(ARGV[2]) then redis.call('DEL', KEYS[1]) return false end
if code[1] ~= ARGV[1] then return false end
redis.call('DEL', KEYS[1])
return code[2]`;

export function createMessageCodes({ redis, secret, now = Date.now }: MessageCodesDeps): MessageCodes {
  const macOf = (key: string, code: string) =>
    createHmac('sha256', secret).update(`sent-code|${key}|${code}`).digest('base64url');

  return {
    async issue({ to, userId, ip, newcomer, asker, ...use }) {
      const key = keyOf(use);
      const code = use.purpose === 'recovery' ? randomCode(recoveryCodeLength) : randomDigits();
      const allowances = allowancesOf({ to, userId, ip, newcomer, asker, purpose: use.purpose });
      const keys = [key, `${key}:wait`, ...allowances.map((one) => one.key)];
      const limits = [lifeSeconds, pauseSeconds, ...limitsOf(allowances)];
      const retryAfterMs = Number(await redis.eval(issueScript, keys.length, ...keys, macOf(key, code), to, ...limits));
      if (retryAfterMs > 0) throw new DomainError('too_many_requests', { details: { retryAfterMs } });
      return {
        code,
        expiresAtMs: now() + lifeSeconds * 1000,
        retryAfterSeconds: pauseSeconds,
        withdraw: async () => void (await redis.del(key, `${key}:wait`)),
      };
    },
    async outstanding(use) {
      const key = keyOf(use);
      const [to, lifeMs, waitMs] = await Promise.all([
        redis.hget(key, 'to'),
        redis.pttl(key),
        redis.pttl(`${key}:wait`),
      ]);
      if (to === null || lifeMs <= 0) return undefined;
      return { to, expiresAtMs: now() + lifeMs, retryAfterSeconds: Math.max(0, Math.ceil(waitMs / 1000)) };
    },
    async spend(use, answer) {
      const key = keyOf(use);
      const to = await redis.eval(spendScript, 1, key, macOf(key, answer), answersMax);
      return typeof to === 'string' ? to : undefined;
    },
  };
}

/** How many messages there may be, of those that count together. */
function allowancesOf({ to, userId, ip, newcomer, asker, purpose }: Omit<NewCode, 'binding'>): CountWindow[] {
  const { address, site } = addressKeys(ip);
  const counts = asker ? 'sent-codes:own' : purpose === 'recovery' ? 'sent-codes:recovery' : 'sent-codes';
  const perHour = (name: string, max: number) => ({ key: `${counts}:${name}`, max, seconds: hourSeconds });
  const perDay = (name: string, max: number) => ({ key: `${counts}:${name}:day`, max, seconds: daySeconds });
  const ofAccount = [perHour(`${userId}:${address}`, sentOfAddressMax), perHour(`${userId}`, sentOfAccountMax)];
  const recipient = `${asker ? `${asker}:` : ''}to:${hashOf(to)}`;
  if (purpose === 'email')
    return [...ofAccount, perHour(recipient, confirmationsMax), perDay(recipient, confirmationsDayMax)];
  if (!to.startsWith('+')) return [...ofAccount, perHour(recipient, mailsToMax)];
  const ofNumber = [...ofAccount, perHour(recipient, textsToMax), perDay(recipient, textsToDayMax)];
  const ofBoth = `${recipient}:${address}`;
  if (asker === 'password')
    return [...ofNumber, perHour(ofBoth, textsOfPasswordMax), perDay(ofBoth, textsOfPasswordDayMax)];
  if (asker) return ofNumber;
  return [
    ...ofNumber,
    perHour(`texts-of:${address}`, textsOfAddressMax),
    ...(site === address ? [] : [perHour(`texts-of:${site}`, textsOfSiteMax)]),
    ...(newcomer ? [perHour(`${newcomerCounts[newcomer]}:${callingCodeOf(to)}`, newcomersOfCountryMax)] : []),
  ];
}

const newcomerCounts = { unverified: 'newcomers', verified: 'newcomers:verified' } as const;

function randomDigits(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

function keyOf({ purpose, binding }: CodeUse): string {
  return `sent-code:${purpose}:${hashOf(binding)}`;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
