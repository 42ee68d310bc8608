import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const sources = join(import.meta.dirname, '../..');
/** The console is in English alone. */
const ofConsole = /^features\/ops\//;

/** Properties and values that name a side of the screen where one of the line is meant. */
const physicalSide =
  /(?:^|[\s{;])(?:left|right|(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)[a-z-]*|border-(?:top|bottom)-(?:left|right)-radius)\s*:|(?:text-align|float|clear|transform-origin)\s*:\s*(?:left|right)\b|gradient\(\s*to\s+(?:left|right)\b/;
const fourSides =
  /(?:^|[\s{;])(?:margin|padding|inset|border-width|border-color|scroll-margin|scroll-padding)\s*:\s*([^;]+);/;

function parts(value: string): string[] {
  return value.match(/(?:[\w-]+\((?:[^()]|\([^()]*\))*\)|\S)+/g) ?? [];
}

function isPhysical(line: string): boolean {
  if (physicalSide.test(line)) return true;
  const sides = parts(fourSides.exec(line)?.[1] ?? '');
  return sides.length === 4 && sides[1] !== sides[3];
}

test('styles name where lines begin and end, so that a language that is written from right to left needs no others', async () => {
  const files = (await readdir(sources, { recursive: true })).filter(
    (file) => file.endsWith('.css') && !ofConsole.test(file),
  );
  expect(files.length).toBeGreaterThan(50);
  const found = await Promise.all(
    files.map(async (file) =>
      (await readFile(join(sources, file), 'utf8'))
        .split('\n')
        .flatMap((line, index) => (isPhysical(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
    ),
  );
  expect(found.flat()).toEqual([]);
});

test.each([
  ['padding: 4px 8px 4px 12px;', true],
  ['padding: 4px calc(8px + 1px) 0 calc(8px + 1px);', false],
  ['  margin-left: auto;', true],
  ['  margin-inline-start: auto;', false],
  ['  background: linear-gradient(to right, red, blue);', true],
  ['  --input-left-section-width: 60px;', false],
  ['  transform-origin: var(--to-end);', false],
])('%s', (line, wanted) => {
  expect(isPhysical(line)).toBe(wanted);
});
