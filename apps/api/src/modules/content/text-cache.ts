/** What was made of texts that operators have written: the same ones are read again and again. */
import { LRUCache } from 'lru-cache';

/** Bounded by letters, not by number: what may write a row is not this code alone. */
const lettersMax = 16 * 1024 * 1024;

/** The same function, which makes nothing twice of a text that was read lately. */
export function cacheByText(make: (text: string) => string): (text: string) => string {
  const made = new LRUCache<string, string>({
    maxSize: lettersMax,
    // An entry has a size, also an empty one.
    sizeCalculation: (result, text) => result.length + text.length + 1,
  });
  return (text) => {
    const known = made.get(text);
    if (known !== undefined) return known;
    const result = make(text);
    made.set(text, result);
    return result;
  };
}
