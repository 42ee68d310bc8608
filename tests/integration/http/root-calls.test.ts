import { rootCalls, serverPathPattern } from '@pelican/shared/client-paths';
import { expect, test } from 'vitest';
import { declaredCalls } from '../../support/declared-calls.ts';

test('each call of the API is below a path of the server, or among the calls at the root, which are all there', async () => {
  const paths = (await declaredCalls()).map(([name]) => name.replace(/^\w+ /, ''));
  const atRoot = paths.filter((path) => !serverPathPattern.test(path)).map((path) => path.split('/')[1]);
  expect([...new Set(atRoot)].toSorted()).toEqual([...rootCalls].toSorted());
});
