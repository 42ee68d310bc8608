// @vitest-environment node
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { chunkGroups, unusedPaths } from '../../build/chunk-groups.ts';
import { chunkPaths } from '../../build/chunk-paths.ts';

const client = fileURLToPath(new URL('../..', import.meta.url));
const repository = fileURLToPath(new URL('../../../..', import.meta.url));

/** The first group that takes a module, as the bundler asks them. */
function groupOf(id: string): unknown {
  return chunkGroups.find(({ test: takes }) => typeof takes === 'function' && takes(id))?.name;
}

test.each([
  ['a file of the client', `${client}src/api/call.ts`, 'exchange'],
  ['one of a folder', `${client}src/terminal/book/book-row.tsx`, 'terminal'],
  ['styles with a query', `${client}src/ui/numbers.module.css?used`, 'markets'],
  ['one whose name only begins so', `${client}src/platform/kept-form.ts`, undefined],
  ['a new one beside them', `${client}src/platform/widget-consent.ts`, undefined],
  ['a file of what the apps share', `${repository}packages/shared/src/contracts/common.ts`, 'contracts'],
  ['a package', `${repository}node_modules/.pnpm/react@1.0.0/node_modules/react/index.js`, 'framework'],
  ['one whose name only begins so', `${repository}node_modules/react-remove-scroll/index.js`, undefined],
])('%s: %s', (_, id, group) => {
  expect(groupOf(id)).toBe(group);
});

/** As the bundler names a module at a path of the lists. */
function idAt(path: string): string {
  const file = path.replace(/\/$/, '/index.ts');
  if (file.startsWith('src/')) return client + file;
  return repository + (file.startsWith('packages/') ? file : `node_modules/${file}`);
}

test('a path at which no module is, is named', () => {
  const ids = Object.values<readonly string[]>(chunkPaths).flat().map(idAt);
  expect(unusedPaths(ids)).toEqual([]);
  const renamed = 'src/features/spot/orders/cells.tsx';
  expect(unusedPaths(ids.filter((id) => id !== idAt(renamed)))).toEqual([renamed]);
});
