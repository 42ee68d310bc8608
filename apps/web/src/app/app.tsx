import { DirectionContext } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { onSessionEnded } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { signInPath } from '../platform/paths.ts';
import { useColorScheme, usePreferences } from '../platform/preferences.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { MantineRoot } from './mantine-root.tsx';
import { appRoutes } from './router.tsx';
import type { AppHistory } from './routing/app-history.ts';
import { AppRouter } from './routing/app-router.tsx';

/** The market colours are attributes of the root element; public/theme.js sets them before the first paint. */
function useMarketColours(): void {
  const palette = usePreferences((preferences) => preferences.palette);
  const direction = usePreferences((preferences) => preferences.direction);
  useEffect(() => {
    document.documentElement.dataset.palette = palette;
    document.documentElement.dataset.direction = direction;
  }, [palette, direction]);
}

function useThemeColour(scheme: 'dark' | 'light'): void {
  useEffect(() => {
    const colour = scheme === 'dark' ? '#0B0E13' : '#F5F7FA';
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', colour);
  }, [scheme]);
}

const stay = (): void => undefined;

export function App({ history }: { history: AppHistory }) {
  const scheme = useColorScheme();
  useMarketColours();
  useThemeColour(scheme);
  useEffect(() => {
    onSessionEnded(() => {
      const address = history.path();
      if (!address.startsWith('/signIn')) history.goTo(signInPath(address));
    });
  }, [history]);
  // The language of the page is known before the first render, and stays.
  const [writing] = useState(() => ({
    dir: document.dir === 'rtl' ? ('rtl' as const) : ('ltr' as const),
    toggleDirection: stay,
    setDirection: stay,
  }));
  return (
    <ErrorBoundary>
      <DirectionContext value={writing}>
        <MantineRoot scheme={scheme}>
          <QueryClientProvider client={queryClient}>
            <AppRouter history={history} routes={appRoutes} />
          </QueryClientProvider>
        </MantineRoot>
      </DirectionContext>
    </ErrorBoundary>
  );
}
