import { describe, expect, test } from 'vitest';
import { ColumnArrays, CopyLines, copyText } from './text.ts';

describe('text for Postgres', () => {
  test('what would end a field or a line is escaped', () => {
    expect(copyText('plain 1.2')).toBe('plain 1.2');
    expect(copyText('a\tb\nc\\N\r')).toBe('a\\tb\\nc\\\\N\\r');
  });

  test('lines of any length and alphabet come out as they went in', () => {
    const lines = new CopyLines();
    const texts = Array.from({ length: 3_000 }, (_, i) => `${i}\t${'₹é'.repeat(i % 40)}\n`);
    for (const text of texts) lines.add(text);
    expect(lines.count).toBe(3_000);
    expect(lines.bytes().toString()).toBe(texts.join(''));
  });

  test('columns become one array literal each', () => {
    const columns = new ColumnArrays(2);
    columns.add(1, 'NULL');
    columns.add('2.5', true);
    expect(columns.literals()).toEqual(['{1,2.5}', '{NULL,true}']);
  });
});
