import { expect, test } from 'vitest';
import { boundaryFaults, packageFaults } from './boundaries.ts';

const faultsOf = (file: string, text: string) => boundaryFaults('api', new Map([[`api/${file}`, text]]));

test('a file imports the entry points of lower floors and anything of its own folder', () => {
  expect(faultsOf('modules/wallet/routes.ts', `import { serve } from '../../platform/http/index.ts';`)).toEqual([]);
  expect(faultsOf('modules/wallet/routes.ts', `import { post } from './parts/post.ts';`)).toEqual([]);
  expect(faultsOf('modules/wallet/routes.ts', `import { publish } from '../markets/index.ts';`)).toEqual([]);
});

test.each([
  ['upward', 'platform/http/access.ts', `import { a } from '../../identity/index.ts';`],
  ['upward by a type alone', 'shards/lag.ts', `import type { A } from '../live/index.ts';`],
  ['upward by an export', 'ledger/index.ts', `export { a } from '../modules/wallet/index.ts';`],
  ['upward by a dynamic import', 'live/feed.ts', `const late = import('../settlement/index.ts');`],
  ['sideways on one floor', 'settlement/spot/fold.ts', `import { a } from '../../ticker/index.ts';`],
  ['past an entry point', 'modules/wallet/routes.ts', `import { a } from '../../live/spot/listings.ts';`],
  [
    'past the entry point of another module',
    'modules/wallet/routes.ts',
    `import { a } from '../markets/repository.ts';`,
  ],
])('an import that runs %s is a fault', (_how, file, text) => {
  expect(faultsOf(file, text)).toHaveLength(1);
});

test('a folder that nobody gave a floor is a fault', () => {
  expect(faultsOf('extras/thing.ts', '')).toEqual(['api/extras/thing.ts: the folder extras is on no floor']);
});

const entryPoints = new Set(['packages/shared/src/money/index.ts', 'packages/tracing/src/index.ts']);

test.each([
  ['by the name of the package', 'apps/web/src/form.ts', `import { formatUnits } from '@pelican/shared/money';`],
  ['by a path', 'scripts/settings.ts', `import { formatUnits } from '../packages/shared/src/money/index.ts';`],
  ['within the package', 'packages/shared/src/money/fees.ts', `import { formatUnits } from './decimal.ts';`],
  ['of a package that has one', 'apps/engine/src/host/main.ts', `import { startTracing } from '@pelican/tracing';`],
])('an entry point of a package is imported %s', (_how, file, text) => {
  expect(packageFaults(entryPoints, new Map([[file, text]]))).toEqual([]);
});

test.each([
  ['a deep import', 'apps/web/src/form.ts', `import { formatUnits } from '@pelican/shared/money/decimal.ts';`],
  [
    'a folder without an entry point',
    'apps/web/src/form.ts',
    `import { formatUnits } from '@pelican/shared/money/parts';`,
  ],
  ['a type alone', 'apps/api/src/a.ts', `import type { Units } from '@pelican/shared/money/decimal.ts';`],
  ['a deep path', 'scripts/settings.ts', `import { formatUnits } from '../packages/shared/src/money/decimal.ts';`],
  ['a test', 'tests/bench/run.test.ts', `const late = import('@pelican/shared/money/decimal.ts');`],
  [
    'a package of one entry point',
    'apps/engine/src/host/main.ts',
    `import { tracing } from '@pelican/tracing/tracing.ts';`,
  ],
])('a deep import is a fault: %s', (_how, file, text) => {
  expect(packageFaults(entryPoints, new Map([[file, text]]))).toHaveLength(1);
});
