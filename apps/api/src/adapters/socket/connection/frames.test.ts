import { describe, expect, it } from 'vitest';
import { joinFrames, textFrame } from './frames.ts';

/** The payloads of unmasked text frames. */
function read(bytes: Buffer): string[] {
  const texts: string[] = [];
  let at = 0;
  while (at < bytes.length) {
    expect(bytes[at]).toBe(0x81);
    const short = bytes[at + 1] as number;
    const [head, length] =
      short < 126
        ? [2, short]
        : short === 126
          ? [4, bytes.readUInt16BE(at + 2)]
          : [10, Number(bytes.readBigUInt64BE(at + 2))];
    texts.push(bytes.toString('utf8', at + head, at + head + length));
    at += head + length;
  }
  return texts;
}

describe('frames', () => {
  const texts = ['', 'a', 'x'.repeat(125), 'y'.repeat(126), 'z'.repeat(65_535), 'w'.repeat(65_536), '₹ é 日本'];

  it('carry text of any length', () => {
    for (const text of texts) expect(read(textFrame(text))).toEqual([text]);
  });

  it('are joined in order, texts and frames alike', () => {
    const parts = texts.map((text, index) => (index % 2 === 0 ? text : textFrame(text)));
    expect(read(joinFrames(parts))).toEqual(texts);
  });
});
