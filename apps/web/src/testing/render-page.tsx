/** Renders a page in the shell's providers, at an address of a small router. */
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { configure, render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { createBrowserRouter, createMemoryRouter, type RouteObject, RouterProvider } from 'react-router-dom';
import { theme } from '../app/theme.ts';
import '../platform/i18n.ts';

// A second is not much on a machine that builds and tests other things meanwhile.
configure({ asyncUtilTimeout: 10_000 });

function memoryRouter(routes: RouteObject[], address: string) {
  return createMemoryRouter(routes, { initialEntries: [address] });
}

/** Over the history of the window, for what depends on its entries; as if the address had been opened in a new tab. */
export function browserRouter(routes: RouteObject[], address: string) {
  history.replaceState(null, '', address);
  return createBrowserRouter(routes);
}

/** @param path with the parameters that the page reads from its address; elsewhere there is nothing */
export function renderPage(Page: ComponentType, address = '/', path = '*', createRouter = memoryRouter) {
  const router = createRouter(
    [
      { path, element: <Page /> },
      { path: '*', element: null },
    ],
    address,
  );
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const view = render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { ...view, router, queryClient };
}
