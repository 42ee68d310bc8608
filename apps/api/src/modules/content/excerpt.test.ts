import { expect, test } from 'vitest';
import { excerptOf } from './excerpt.ts';

test('the beginning of a text is that of its paragraphs and lists, as plain text', () => {
  const body =
    '# When\n\nTrade **LTC** & `XRP`\n[now](/trade/LTC_USDT).\n\n- one\n\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |';
  expect(excerptOf(body)).toBe('Trade LTC & XRP now. one two');
  expect(excerptOf(`${'word '.repeat(100)}`)).toMatch(/^(word )+word…$/);
  expect(excerptOf('- one\n\n- two\n  - three')).toBe('one two three');
  expect(excerptOf('[pelican.com](https://evil.example)')).toBe('pelican.com (evil.example)');
  expect(excerptOf('')).toBe('');
});
