import { MantineContext, MantineThemeProvider } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useMemo } from 'react';
import { theme } from './theme.ts';

const keep = (): void => undefined;

interface MantineRootProps {
  scheme: 'dark' | 'light';
  children: ReactNode;
}

/**
 * What `MantineProvider` gives its components, without what it works out for its variables at each start: these are in
 * styles/mantine-variables.css. The scheme is the preferences' own.
 */
export function MantineRoot({ scheme, children }: MantineRootProps) {
  useLayoutEffect(() => {
    document.documentElement.setAttribute('data-respect-reduced-motion', 'true');
  }, []);
  useLayoutEffect(() => {
    document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
  }, [scheme]);
  const context = useMemo(
    () => ({
      colorScheme: scheme,
      setColorScheme: keep,
      clearColorScheme: keep,
      getRootElement: () => document.documentElement,
      classNamesPrefix: 'mantine',
      cssVariablesSelector: ':root',
      withStaticClasses: true,
    }),
    [scheme],
  );
  return (
    <MantineContext value={context}>
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </MantineContext>
  );
}
