/**
 * What Postgres said, remembered for a short while. An answer in use is asked again before it gets old, so that nobody
 * waits for that; one that is old is asked again before it is believed; and while Postgres is away, what it said last is
 * believed a little longer, for what ends a session is announced by another way (platform/account-changes.ts).
 */
import { DomainError } from '@pelican/shared/errors.ts';

/** From this age on an answer that is used is asked again behind the scenes. */
const renewAfterMs = 2_000;
/** No answer is believed beyond this age while Postgres can be asked. */
const believedMs = 5_000;
/** Nor beyond this when it cannot. */
const believedAloneMs = 60_000;

interface Entry<Value> {
  value: Value;
  askedAtMs: number;
}

export interface Memory<Value> {
  /** The answer for the key. @throws whatever `ask` throws when there is nothing to believe */
  recall(key: string): Promise<Value>;
  /** Forgets the entries that a change concerns, also those being asked for right now. */
  forget(concerns: (value: Value) => boolean): void;
  clear(): void;
}

/** @param ask reads the answer; a DomainError from it is an answer too (a refusal), and is not remembered */
export function createMemory<Value>(options: {
  ask(key: string): Promise<Value>;
  now: () => number;
  entriesMax?: number;
}): Memory<Value> {
  const { ask, now, entriesMax = 50_000 } = options;
  const entries = new Map<string, Entry<Value>>();
  const asking = new Map<string, Promise<Value>>();
  /** Counts what was forgotten, so that an answer read before a change is not remembered after it. */
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
      if (error instanceof DomainError) entries.delete(key);
      throw error;
    }
  }

  function remember(key: string, entry: Entry<Value>): void {
    if (entries.size >= entriesMax && !entries.has(key)) entries.delete(entries.keys().next().value as string);
    entries.set(key, entry);
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
        // A failure is told to who asks when the answer is old.
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
    forget(concerns) {
      startOver();
      for (const [key, { value }] of entries) if (concerns(value)) entries.delete(key);
    },
    clear() {
      startOver();
      entries.clear();
    },
  };
}
