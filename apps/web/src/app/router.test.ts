import { pagePatterns } from '@pelican/shared/client-paths';
import { matchRoutes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { paths } from '../platform/paths.ts';
import { routeTable } from '../testing/route-table.ts';

const table = routeTable().map(({ path, handle }) => ({ path, handle }));

test.each(pagePatterns())('%s has a page of its own', (pattern) => {
  const { path } = matchRoutes(table, pattern)?.at(-1)?.route ?? {};
  if (path?.endsWith('*')) expect(path).toBe(`${pattern}/*`);
});

test.each([paths.successful, paths.unsuccessful])('%s has neither footer nor cookie notice', (path) => {
  const { handle } = matchRoutes(table, path)?.at(-1)?.route ?? {};
  expect(handle).toMatchObject({ footer: false, cookieNotice: false });
});
