/** What this person chose for this browser. Kept in local storage; public/theme.js reads the first three before paint. */
import { useSyncExternalStore } from 'react';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';

export type Theme = 'system' | 'dark' | 'light';
export type Palette = 'green-red' | 'blue-orange';
/** Which of the palette's two colours rising prices and bids have. */
export type Direction = 'green-up' | 'red-up';

export interface Preferences {
  theme: Theme;
  palette: Palette;
  direction: Direction;
  /** Ask before an order is sent. */
  confirmOrders: boolean;
  hideZeroBalances: boolean;
  cookiesClosed: boolean;
  /** The pair /trade opens with; null until one was chosen. */
  lastPair: string | null;
}

interface PreferencesStore extends Preferences {
  set: (changed: Partial<Preferences>) => void;
}

export const usePreferences = create<PreferencesStore>()(
  persist(
    (set) => ({
      theme: 'system',
      palette: 'green-red',
      direction: 'green-up',
      confirmOrders: true,
      hideZeroBalances: false,
      cookiesClosed: false,
      lastPair: null,
      set: (changed) => set(changed),
    }),
    {
      name: 'pelican.preferences',
      storage: createJSONStorage(() => localStorage),
      partialize: ({ set: _set, ...preferences }) => preferences,
    },
  ),
);

const lightScheme = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: light)') : undefined;

function subscribeToSystemScheme(listener: () => void): () => void {
  lightScheme?.addEventListener('change', listener);
  return () => lightScheme?.removeEventListener('change', listener);
}

/** The scheme on screen: the chosen one, else the system's. */
export function useColorScheme(): 'dark' | 'light' {
  const theme = usePreferences((preferences) => preferences.theme);
  const systemIsLight = useSyncExternalStore(subscribeToSystemScheme, () => lightScheme?.matches ?? false);
  if (theme !== 'system') return theme;
  return systemIsLight ? 'light' : 'dark';
}
