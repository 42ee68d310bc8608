import { expect, test } from 'vitest';
import { formatTable } from './output.ts';

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
