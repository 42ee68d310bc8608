/** docs/security.md has every requirement that applies, and names code and tests that are there. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const text = readFileSync(join(root, 'docs/security.md'), 'utf8');
const named = [...text.matchAll(/`([\w./-]+\.(?:tsx?|acl))`/g)].map(([, path = '']) => path);
const rows = [...text.matchAll(/^\| \d.*\|$/gm)].map(([row]) => row.split('|').map((cell) => cell.trim()));
const folders = ['', 'apps/api/src', 'tests/integration'];

test('the code and the tests that the requirements name are there', () => {
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((path) => !folders.some((folder) => existsSync(join(root, folder, path))))).toEqual([]);
});

test('a requirement without a test says so', () => {
  expect(rows.length).toBeGreaterThan(100);
  const open = rows.filter((cells) => cells[4] === '-');
  const excused = /\*\*(not yet|partly|not met)\*\*|not yet|operator's|does not apply/i;
  expect(open.filter((cells) => !excused.test(cells[3] ?? '')).map((cells) => cells[1])).toEqual([]);
});

/** The last requirement of levels 1 and 2 in each section of ASVS 5.0.0: they come first in every section. */
const lastOfSection: Record<string, number> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2, '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2, '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3, '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2, '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
  ...{ '9.1': 3, '9.2': 4, '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1 },
  ...{ '12.1': 3, '12.2': 2, '12.3': 4, '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5 },
  ...{ '14.1': 2, '14.2': 4, '14.3': 3, '15.1': 3, '15.2': 3, '15.3': 7 },
  ...{ '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3 },
};

/** The numbers of a cell: "7.2.1 to 7.2.4" is four. */
function numbersOf(cell: string): string[] {
  return cell.split(', ').flatMap((part) => {
    const [from = '', to = from] = part.split(' to ');
    const section = from.slice(0, from.lastIndexOf('.'));
    const [first, last] = [from, to].map((number) => Number(number.slice(number.lastIndexOf('.') + 1)));
    return Array.from({ length: (last ?? 0) - (first ?? 0) + 1 }, (_, index) => `${section}.${(first ?? 0) + index}`);
  });
}

test('every requirement of levels 1 and 2 that applies has one row', () => {
  const cells = rows.map(([, number = '']) => number);
  // Those of level 3, and how one area meets what has its row, have brackets.
  const listed = cells.filter((cell) => !cell.endsWith(')')).flatMap(numbersOf);
  const required = Object.entries(lastOfSection).flatMap(([section, last]) =>
    numbersOf(`${section}.1 to ${section}.${last}`),
  );
  expect(listed.toSorted()).toEqual(required.toSorted());
});

test('how an area meets a requirement stands beside the row of that requirement', () => {
  const cells = rows.map(([, number = '']) => number);
  const levelThree = (cell: string) => cell.replace(' (level 3)', '');
  const listed = new Set(
    cells
      .map(levelThree)
      .filter((cell) => !cell.endsWith(')'))
      .flatMap(numbersOf),
  );
  const ofAreas = cells.map(levelThree).filter((cell) => cell.endsWith(')'));
  expect(ofAreas.length).toBeGreaterThan(5);
  const numbers = ofAreas.flatMap((cell) => numbersOf(cell.slice(0, cell.indexOf(' ('))));
  expect(numbers.filter((number) => !listed.has(number))).toEqual([]);
});
