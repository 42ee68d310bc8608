/**
 * A short-lived cache of answers from Postgres. An answer in use is read again before it expires, so that no caller waits
 * for it; an expired one is read again before it is used; and while Postgres is away or does not answer, the last answer
 * is used a little longer, because the end of a session is also announced through Redis (identity/account-changes.ts).
 */
import { DomainError } from '@pelican/shared/contracts';

/** From this age on an answer in use is read again in the background. */
const renewAfterMs = 2_000;
/** No answer is used beyond this age while Postgres can be read. */
const believedMs = 5_000;
/** Nor beyond this age while it cannot. */
const believedAloneMs = 60_000;
/** A caller who has an older answer waits this long for a new one. */
const patienceMs = 1_000;
/** After a failure an older answer is used at once for this long; meanwhile it is read again in the background. */
const troubleMs = 2_000;

interface Entry<Value> {
  value: Value;
  askedAtMs: number;
  /** When the answer could last not be read again. */
  failedAtMs: number;
}

/** A read under way. */
interface Question<Value> {
  answer: Promise<Value>;
  askedAtMs: number;
  /** Users that have changed since it was asked: an answer about one of them is not cached. */
  changed: Set<number | 'all'>;
}

export interface AnswerCache<Value> {
  /** Whether there is an answer for the key, old or not, or one is being asked for. */
  knows(key: string): boolean;
  /** The answer for the key. @throws what `ask` throws when there is no answer to use */
  recall(key: string): Promise<Value>;
  /** Removes those of a user's entries that a change concerns, and all reads under way. */
  forget(userId: number, concerns?: (value: Value) => boolean): void;
  clear(): void;
}

/** @param ask reads the answer; a DomainError from it is a refusal and is not cached */
export function createAnswerCache<Value>(options: {
  ask(key: string): Promise<Value>;
  userOf(value: Value): number;
  now: () => number;
  entriesMax?: number;
}): AnswerCache<Value> {
  const { ask, userOf, now, entriesMax = 50_000 } = options;
  const entries = new Map<string, Entry<Value>>();
  const keysOfUsers = new Map<number, Set<string>>();
  const asking = new Map<string, Question<Value>>();

  function renew(key: string): Promise<Value> {
    const underWay = asking.get(key);
    return underWay ? join(key, underWay) : start(key);
  }

  /** A caller who comes after a change gets no answer that was asked for before it. */
  async function join(key: string, { answer, changed }: Question<Value>): Promise<Value> {
    const value = await answer;
    return isStale(value, changed) ? renew(key) : value;
  }

  function start(key: string): Promise<Value> {
    const askedAtMs = now();
    const changed: Question<Value>['changed'] = new Set();
    const answer = askAndRemember(key, askedAtMs, changed).finally(() => {
      if (asking.get(key)?.answer === answer) asking.delete(key);
    });
    asking.set(key, { answer, askedAtMs, changed });
    return answer;
  }

  async function askAndRemember(key: string, askedAtMs: number, changed: Question<Value>['changed']): Promise<Value> {
    try {
      const value = await ask(key);
      if (!isStale(value, changed)) remember(key, { value, askedAtMs, failedAtMs: Number.NEGATIVE_INFINITY });
      return value;
    } catch (error) {
      const entry = entries.get(key);
      if (error instanceof DomainError) remove(key);
      else if (entry) entry.failedAtMs = now();
      throw error;
    }
  }

  function isStale(value: Value, changed: Question<Value>['changed']): boolean {
    return changed.has('all') || changed.has(userOf(value));
  }

  /** A new answer, or the entry's while there is none to be had. @throws DomainError when the new answer is a refusal */
  async function renewOrBridge(key: string, entry: Entry<Value>): Promise<Value> {
    const isTroubled = hasTrouble(key, entry);
    const renewed = renew(key);
    if (isTroubled) {
      renewed.catch(() => undefined);
      return entry.value;
    }
    try {
      return await withinPatience(renewed);
    } catch (error) {
      // An entry that was forgotten meanwhile bridges nothing.
      if (error instanceof DomainError || entries.get(key) !== entry) return renewed;
      return entry.value;
    }
  }

  /** Whether the answer could not be read a moment ago, or is overdue. */
  function hasTrouble(key: string, { failedAtMs }: Entry<Value>): boolean {
    const sinceFailureMs = now() - failedAtMs;
    // The clock may have been set back.
    if (sinceFailureMs >= 0 && sinceFailureMs < troubleMs) return true;
    const underWay = asking.get(key);
    return underWay !== undefined && now() - underWay.askedAtMs >= patienceMs;
  }

  function remember(key: string, entry: Entry<Value>): void {
    if (entries.size >= entriesMax && !entries.has(key)) remove(entries.keys().next().value as string);
    entries.set(key, entry);
    const userId = userOf(entry.value);
    const keys = keysOfUsers.get(userId);
    if (keys) keys.add(key);
    else keysOfUsers.set(userId, new Set([key]));
  }

  function remove(key: string): void {
    const entry = entries.get(key);
    if (!entry) return;
    entries.delete(key);
    const userId = userOf(entry.value);
    const keys = keysOfUsers.get(userId);
    keys?.delete(key);
    if (keys?.size === 0) keysOfUsers.delete(userId);
  }

  return {
    knows: (key) => entries.has(key) || asking.has(key),
    async recall(key) {
      const entry = entries.get(key);
      if (!entry) return renew(key);
      const ageMs = now() - entry.askedAtMs;
      if (ageMs > believedAloneMs) return renew(key);
      if (ageMs > believedMs) return renewOrBridge(key, entry);
      // A failure is reported to the caller that finds the answer expired.
      if (ageMs > renewAfterMs) renew(key).catch(() => undefined);
      return entry.value;
    },
    forget(userId, concerns = () => true) {
      for (const { changed } of asking.values()) changed.add(userId);
      for (const key of keysOfUsers.get(userId) ?? []) {
        asking.delete(key);
        const entry = entries.get(key);
        if (entry && concerns(entry.value)) remove(key);
      }
    },
    clear() {
      for (const { changed } of asking.values()) changed.add('all');
      asking.clear();
      entries.clear();
      keysOfUsers.clear();
    },
  };
}

/** @throws Error when the answer takes longer than `patienceMs` */
function withinPatience<Value>(answer: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer in time')), patienceMs);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
