/** Texts in commands and events: bytes that begin at a whole word of 32 bits, so four are looked at together. */

/** The first bytes of a word, at most 4; zeros behind them. */
export function firstBytes(word: number, count: number): number {
  return count >= 4 ? word : word & ((1 << (8 * count)) - 1);
}

/** True when nothing but printable ASCII (0x20 to 0x7e) is among `length` bytes from the word `from` on. */
export function isPrintable(words: Int32Array, from: number, length: number): boolean {
  const end = from + (length >> 2);
  let high = 0;
  for (let at = from; at < end; at++) high |= highBitsOfUnprintable(words[at] as number);
  const rest = length & 3;
  // Spaces in place of what is behind the text.
  if (rest > 0) high |= highBitsOfUnprintable(firstBytes((words[end] as number) ^ 0x20202020, rest) ^ 0x20202020);
  return (high & 0x80808080) === 0;
}

/** Some byte has its high bit set if and only if one of the four is not printable. */
function highBitsOfUnprintable(word: number): number {
  // Below 0x20 the first borrows, at 0x7f the second overflows; from 0x80 on the bit is set already.
  return word | (word - 0x20202020) | (word + 0x01010101);
}

/** Copies `length` bytes from the word `from` of `texts` to the word `at` of `words`, padded with zeros to 8 bytes. */
export function copyText(words: Int32Array, at: number, texts: Int32Array, from: number, length: number): void {
  const whole = length >> 2;
  for (let i = 0; i < whole; i++) words[at + i] = texts[from + i] as number;
  const rest = length & 3;
  if (rest > 0) words[at + whole] = firstBytes(texts[from + whole] as number, rest);
  const written = whole + (rest > 0 ? 1 : 0);
  if (written & 1) words[at + written] = 0;
}
