import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const sources = join(import.meta.dirname, '..');

/** `React.lazy` keeps a failed load for good: a page loaded without lazyPage never opens again once the exchange was away. */
test('pages are loaded by lazyPage alone, parts of pages by lazyPart', async () => {
  const files = (await readdir(sources, { recursive: true })).filter((file) => /(?<!\.test)\.tsx?$/.test(file));
  const texts = await Promise.all(
    files.map(async (file) => ({ file, text: await readFile(join(sources, file), 'utf8') })),
  );
  const users = texts.filter(({ text }) => /import \{[^}]*\blazy\b[^}]*\} from 'react'|\bReact\.lazy\(/.test(text));
  expect(users.map(({ file }) => file)).toEqual(['app/lazy-page.tsx']);
});
