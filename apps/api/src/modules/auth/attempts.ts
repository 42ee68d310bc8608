/**
 * Guesses at passwords, counted in Redis so that they add up over all API processes. An attempt is counted as a failure
 * before the password is looked at and given back when it was right, so that guesses made at once are counted like
 * guesses made one after the other. After a few failures each next one must wait twice as long.
 *
 * A browser that has signed in to the account before (devices.ts) is counted on its own. Others are counted
 * by account and address, by account, by address, and by site: waits caused by strangers hold up other strangers, and never the
 * owner of the account on a device of theirs.
 *
 * Answers of second factors are counted apart from passwords, so that a right password clears none of them: ten are free, then waits grow to an
 * hour, and a day passes before they are forgotten. That leaves somebody who knows the password some thirty guesses a day. Those of a recovery of
 * the password are counted by themselves: a person who knows the password alone cannot keep the owner from replacing it.
 */
import { createHash, randomUUID } from 'node:crypto';
import { DomainError } from '@pelican/shared/contracts';
import type { Redis } from 'ioredis';
import { addressesOfSite, addressKeys } from '../../platform/http/index.ts';

interface Rule {
  scope: string;
  freeFailures: number;
  waitMsMax: number;
  /** A count is forgotten this long after its last failure. */
  rememberedSeconds: number;
}

const rememberedSeconds = 15 * 60;
const daySeconds = 86_400;
const ownRule: Rule = { scope: 'own', freeFailures: 5, waitMsMax: 15 * 60_000, rememberedSeconds };
const accountRule: Rule = { scope: 'account', freeFailures: 50, waitMsMax: 60_000, rememberedSeconds };
/** An address may be that of a whole mobile network: its waits stay short. */
const addressRule: Rule = { scope: 'address', freeFailures: 100, waitMsMax: 10_000, rememberedSeconds };
/** The /48 of an IPv6 address. */
const siteRule: Rule = { ...addressRule, freeFailures: addressRule.freeFailures * addressesOfSite };
const ownFactorRule: Rule = { ...ownRule, scope: 'own-factor' };
const factorRule: Rule = {
  scope: 'factor',
  freeFailures: 10,
  waitMsMax: 60 * 60_000,
  rememberedSeconds: daySeconds,
};
/** Of transfer codes, apart from sign-ins: who tries one is signed in. */
const codeRule: Rule = { ...factorRule, scope: 'transfer-code' };
const codeAddressRule: Rule = { ...addressRule, scope: 'transfer-code-address' };
const codeSiteRule: Rule = { ...siteRule, scope: 'transfer-code-address' };

export interface Attempt {
  email: string;
  ip: string;
  /** The id of a device that the account has been signed in on before. */
  deviceId: string | undefined;
  /** What is guessed; a password when absent. */
  of?: 'password' | 'factor';
  /** Of an answer in a session, which nobody else can use up. */
  sessionId?: string | undefined;
  /** Of an answer by somebody who has shown the mailbox, or to the telephone of a factor recovery: counted apart from those of a sign-in. */
  apart?: 'recovery' | 'phone' | undefined;
}

export interface Reservation {
  /** The answer was wrong: the failures are remembered from now on. */
  failed(): Promise<void>;
  /** The answer was right: clears the failures of this device, or of this address at this account. */
  succeeded(): Promise<void>;
  /** The answer was not looked at. */
  withdraw(): Promise<void>;
}

/**
 * Verifies a counted answer; an error withdraws the count, and a right answer clears it.
 * @returns what it has shown; undefined for a wrong one
 */
export async function settleGuess<Shown>(
  guess: Reservation,
  verify: () => Promise<Shown | undefined>,
): Promise<Shown | undefined> {
  const shown = await verify().catch(async (error: unknown) => {
    await guess.withdraw();
    throw error;
  });
  await (shown === undefined ? guess.failed() : guess.succeeded());
  return shown;
}

export interface LoginAttempts {
  /**
   * Counts the attempt as a failure.
   * @throws DomainError too_many_requests while the caller must wait; details.retryAfterMs says how long
   */
  reserve(attempt: Attempt): Promise<Reservation>;
  /** Wrong answers at the account that are remembered: those of the caller, or of strangers together if they are more. */
  failuresOf(attempt: Attempt): Promise<number>;
}

/**
 * KEYS: count and wait of each rule. ARGV: id of the reservation, then free failures, longest wait and seconds to remember
 * of each rule. The value of a wait is the reservation that set it. Only a count that is new gets a time to live here: a
 * busy address would keep its failures for ever if each right password renewed it.
 */
const reserveScript = `
local longest = 0
for i = 2, #KEYS, 2 do longest = math.max(longest, redis.call('PTTL', KEYS[i])) end
if longest > 0 then return longest end
for i = 2, #KEYS, 2 do
  local first = i / 2 * 3 - 1
  local free, waitMsMax, remembered = tonumber(ARGV[first]), tonumber(ARGV[first + 1]), ARGV[first + 2]
  local failures = redis.call('INCR', KEYS[i - 1])
  if failures == 1 then redis.call('EXPIRE', KEYS[i - 1], remembered) end
  if failures >= free then
    redis.call('SET', KEYS[i], ARGV[1], 'PX', math.min(waitMsMax, 1000 * 2 ^ math.min(20, failures - free)))
  end
end
return 0`;

/** KEYS and ARGV as above. Remembers the failures from now on. */
const failScript = `
for i = 2, #KEYS, 2 do redis.call('EXPIRE', KEYS[i - 1], ARGV[i / 2 * 3 + 1]) end
return 0`;

/** KEYS and ARGV as above. Takes one failure from each rule, and the wait that this reservation has set. */
const giveBackScript = `
for i = 2, #KEYS, 2 do
  local failures = tonumber(redis.call('GET', KEYS[i - 1]) or '0') - 1
  if failures > 0 then redis.call('DECR', KEYS[i - 1]) else redis.call('DEL', KEYS[i - 1]) end
  if redis.call('GET', KEYS[i]) == ARGV[1] then redis.call('DEL', KEYS[i]) end
end
return 0`;

export function createLoginAttempts(redis: Pick<Redis, 'eval' | 'del' | 'mget'>): LoginAttempts {
  return {
    async failuresOf(attempt) {
      const ofAccount = countersOf(attempt).slice(0, 2);
      const counts = await redis.mget(ofAccount.map(({ count }) => count));
      return Math.max(...counts.map((count) => Number(count ?? 0)));
    },
    reserve: (attempt) => reserveIn(redis, countersOf(attempt)),
  };
}

/** Guesses at transfer codes, by user and by address. */
export interface TransferCodeGuesses {
  /** As `LoginAttempts.reserve`. @throws DomainError too_many_requests */
  reserve(guess: { userId: number; ip: string }): Promise<Reservation>;
}

export function createTransferCodeGuesses(redis: Pick<Redis, 'eval' | 'del'>): TransferCodeGuesses {
  return {
    reserve({ userId, ip }) {
      const { address, site } = addressKeys(ip);
      return reserveIn(redis, [
        counter(codeRule, `user ${userId}`),
        counter(codeAddressRule, address),
        ...(site === address ? [] : [counter(codeSiteRule, site)]),
      ]);
    },
  };
}

type Counter = ReturnType<typeof counter>;

/** Counts a guess in all of the counters, the first of which is the caller's own. @throws DomainError too_many_requests */
async function reserveIn(redis: Pick<Redis, 'eval' | 'del'>, counters: readonly Counter[]): Promise<Reservation> {
  const id = randomUUID();
  const keys = counters.flatMap(({ count, wait }) => [count, wait]);
  const limits = counters.flatMap((one) => [one.freeFailures, one.waitMsMax, one.rememberedSeconds]);
  const run = (script: string) => redis.eval(script, keys.length, ...keys, id, ...limits);
  const retryAfterMs = Number(await run(reserveScript));
  if (retryAfterMs > 0) throw new DomainError('too_many_requests', { details: { retryAfterMs } });
  const withdraw = async () => void (await run(giveBackScript));
  return {
    failed: async () => void (await run(failScript)),
    withdraw,
    async succeeded() {
      await withdraw();
      await redis.del(keys.slice(0, 2));
    },
  };
}

/** The counters of an attempt; the first is the caller's own. */
function countersOf({ email, ip, deviceId, sessionId, apart, of = 'password' }: Attempt) {
  const isFactor = of === 'factor';
  if (isFactor && sessionId !== undefined) return [counter(factorRule, `${email}|session ${sessionId}`)];
  if (isFactor && apart) return [counter(factorRule, `${email}|${apart}`)];
  if (deviceId !== undefined) return [counter(isFactor ? factorRule : ownRule, `${email}|device ${deviceId}`)];
  const { address, site } = addressKeys(ip);
  return [
    counter(isFactor ? ownFactorRule : ownRule, `${email}|${address}`),
    counter(isFactor ? factorRule : accountRule, email),
    counter(addressRule, address),
    ...(site === address ? [] : [counter(siteRule, site)]),
  ];
}

function counter(rule: Rule, whom: string) {
  const name = `login-attempts:${rule.scope}:${createHash('sha256').update(whom).digest('base64url')}`;
  return { ...rule, count: `${name}:count`, wait: `${name}:wait` };
}
