/**
 * A short-lived cache of answers from Postgres. An answer in use is read again before it expires, so that no caller waits
 * for it; an expired one is read again before it is used; and while Postgres is away the last answer is used a little
 * longer, because the end of a session is also announced through Redis (platform/account-changes.ts).
 */
import { DomainError } from '@pelican/shared/errors.ts';

/** From this age on an answer in use is read again in the background. */
const renewAfterMs = 2_000;
/** No answer is used beyond this age while Postgres can be read. */
const believedMs = 5_000;
/** Nor beyond this age while it cannot. */
const believedAloneMs = 60_000;

interface Entry<Value> {
  value: Value;
  askedAtMs: number;
}

export interface Memory<Value> {
  /** The answer for the key. @throws what `ask` throws when there is no answer to use */
  recall(key: string): Promise<Value>;
  /** Removes those of a user's entries that a change concerns, and all reads under way. */
  forget(userId: number, concerns?: (value: Value) => boolean): void;
  clear(): void;
}

/** @param ask reads the answer; a DomainError from it is a refusal and is not remembered */
export function createMemory<Value>(options: {
  ask(key: string): Promise<Value>;
  userOf(value: Value): number;
  now: () => number;
  entriesMax?: number;
}): Memory<Value> {
  const { ask, userOf, now, entriesMax = 50_000 } = options;
  const entries = new Map<string, Entry<Value>>();
  const keysOfUsers = new Map<number, Set<string>>();
  const asking = new Map<string, Promise<Value>>();
  /** Counts changes, so that an answer read before a change is not remembered after it. */
  let generation = 0;

  function renew(key: string): Promise<Value> {
    const underWay = asking.get(key);
    if (underWay) return underWay;
    const question = askAndRemember(key).finally(() => {
      if (asking.get(key) === question) asking.delete(key);
    });
    asking.set(key, question);
    return question;
  }

  async function askAndRemember(key: string): Promise<Value> {
    const askedAtMs = now();
    const asked = generation;
    try {
      const value = await ask(key);
      if (asked === generation) remember(key, { value, askedAtMs });
      return value;
    } catch (error) {
      if (error instanceof DomainError) remove(key);
      throw error;
    }
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

  function startOver(): void {
    generation++;
    asking.clear();
  }

  return {
    async recall(key) {
      const entry = entries.get(key);
      const ageMs = entry ? now() - entry.askedAtMs : Number.POSITIVE_INFINITY;
      if (entry && ageMs <= believedMs) {
        // A failure is reported to the caller that finds the answer expired.
        if (ageMs > renewAfterMs) renew(key).catch(() => undefined);
        return entry.value;
      }
      try {
        return await renew(key);
      } catch (error) {
        if (entry && ageMs <= believedAloneMs && !(error instanceof DomainError)) return entry.value;
        throw error;
      }
    },
    forget(userId, concerns = () => true) {
      startOver();
      for (const key of keysOfUsers.get(userId) ?? []) {
        const entry = entries.get(key);
        if (entry && concerns(entry.value)) remove(key);
      }
    },
    clear() {
      startOver();
      entries.clear();
      keysOfUsers.clear();
    },
  };
}
