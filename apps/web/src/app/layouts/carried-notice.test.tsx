import { cleanup, configure, render, waitFor } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { withNotice } from '../../platform/carried-notice.ts';
import { dismissAllToasts, toasts } from '../../ui/notify.ts';
import { CarriedNotice } from './carried-notice.tsx';

configure({ asyncUtilTimeout: 10_000 });
afterEach(() => {
  cleanup();
  dismissAllToasts();
});

test('a notice that a navigation carries is shown once, for 15 s, and the rest of the state stays', async () => {
  const layout = (
    <>
      <CarriedNotice />
      <Outlet />
    </>
  );
  const router = createMemoryRouter([{ element: layout, children: [{ path: '*', element: null }] }]);
  render(<RouterProvider router={router} />);
  const state = { ...withNotice({ kind: 'success', text: 'Sent', title: 'Your question' }), draft: 7 };
  await router.navigate('/user/support?page=2#top', { state });
  await waitFor(() => expect(router.state.location.state).toEqual({ draft: 7 }));
  expect(router.state.location).toMatchObject({ pathname: '/user/support', search: '?page=2', hash: '#top' });
  expect(toasts.getState()).toMatchObject([
    { kind: 'success', text: 'Sent', title: 'Your question', durationMs: 15_000, count: 1 },
  ]);
  await router.navigate('/');
  await router.navigate(-1);
  await waitFor(() => expect(router.state.location.pathname).toBe('/user/support'));
  expect(toasts.getState()).toMatchObject([{ count: 1 }]);
});
