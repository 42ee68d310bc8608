import { cleanup, render, screen } from '@testing-library/react';
import { isValidElement } from 'react';
import { createMemoryRouter, type RouteObject, RouterProvider, useLocation } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { paths } from '../../platform/paths.ts';
import { appRoutes } from '../router.tsx';

afterEach(cleanup);

function Address() {
  const { pathname, search } = useLocation();
  return <p>{pathname + search}</p>;
}

test('/auth leads to the sign-in, with where to go afterwards', async () => {
  const auth = appRoutes
    .flatMap(({ children = [] }) => children)
    .find(({ path }) => path === paths.auth) as RouteObject;
  expect(isValidElement(auth.element)).toBe(true);
  const router = createMemoryRouter([auth, { path: paths.signIn, element: <Address /> }], {
    initialEntries: ['/auth?redirect=%2Fuser%2Fprofile'],
  });
  render(<RouterProvider router={router} />);
  expect(await screen.findByText('/signIn?redirect=%2Fuser%2Fprofile')).toBeDefined();
});
