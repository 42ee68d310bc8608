import fc from 'fast-check';
import { expect, it } from 'vitest';
import { KeyHasher } from './key-hasher.ts';
import { copyText, isPrintable } from './packed-text.ts';

const mostlyPrintable = fc.oneof(
  { weight: 60, arbitrary: fc.integer({ min: 0x20, max: 0x7e }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 0x1f, 0x7f, 0x80, 0xa0, 0xff) },
);
const texts = fc.array(mostlyPrintable, { maxLength: 67 });
const garbage = fc.constantFrom(0, 0x20, 0x7f, 0xff);

/** The bytes in words, with other bytes behind them. */
function packed(bytes: readonly number[], behind: number): Int32Array {
  const all = new Uint8Array(80).fill(behind);
  all.set(bytes, 4);
  return new Int32Array(all.buffer);
}

it('a text is printable when each of its bytes is, whatever lies behind it', () => {
  fc.assert(
    fc.property(texts, garbage, (bytes, behind) => {
      const expected = bytes.every((byte) => byte >= 0x20 && byte <= 0x7e);
      expect(isPrintable(packed(bytes, behind), 1, bytes.length)).toBe(expected);
    }),
    { numRuns: 2000 },
  );
});

it('a copied text is its bytes, padded with zeros to 8, and nothing behind that is written', () => {
  fc.assert(
    fc.property(texts, garbage, (bytes, behind) => {
      const words = new Int32Array(24).fill(-1);
      copyText(words, 2, packed(bytes, behind), 1, bytes.length);
      const padded = [...bytes, ...new Array<number>(-bytes.length & 7).fill(0)];
      const written = new Uint8Array(words.buffer).subarray(8, 8 + padded.length);
      expect([...written]).toEqual(padded);
      expect(words.subarray(2 + padded.length / 4).every((word) => word === -1)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

it('a key depends on each byte of its text and on nothing behind it', () => {
  const keyOf = (bytes: readonly number[], behind: number) => {
    const key = new KeyHasher();
    key.text(packed(bytes, behind), 1, bytes.length);
    return [key.h0, key.h1, key.h2, key.h3].join();
  };
  fc.assert(
    fc.property(fc.array(mostlyPrintable, { minLength: 1, maxLength: 36 }), fc.nat(35), (bytes, at) => {
      expect(keyOf(bytes, 0xff)).toBe(keyOf(bytes, 0));
      const other = bytes.with(at % bytes.length, (bytes[at % bytes.length] as number) ^ 1);
      expect(keyOf(other, 0)).not.toBe(keyOf(bytes, 0));
    }),
    { numRuns: 2000 },
  );
});
