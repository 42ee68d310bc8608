import { expect, test } from 'vitest';
import { escapeControls, formatTable } from './output.ts';

test('columns are as wide as their widest cell, and numbers stand to the right', () => {
  expect(
    formatTable(
      ['asset', 'main', 'note'],
      [
        ['USDT', '1000.5', null],
        ['BTC', '-2', 'low'],
      ],
    ),
  ).toEqual(['asset    main  note', 'USDT   1000.5', 'BTC        -2  low']);
});

test('a table without rows is its header', () => {
  expect(formatTable(['asset', 'main'], [])).toEqual(['asset  main']);
});

test('what moves the cursor or hides other text is printed as its number', () => {
  expect(escapeControls('a\u001b[2Kb\r\nc\u202ed\u{e0041}')).toBe('a\\u001b[2Kb\\u000d\nc\\u202ed\\udb40\\udc41');
  expect(escapeControls('Grüße, 日本 🙂')).toBe('Grüße, 日本 🙂');
});
