/** Preferences of this browser, kept in local storage; public/theme.js reads the first three before paint. */
import { create, createStore, useStore } from 'zustand';
import { persist } from 'zustand/middleware';
import { preferenceStorage } from './storage.ts';

export type Theme = 'system' | 'dark' | 'light';
export type Palette = 'green-red' | 'blue-orange';
/** Which of the palette's two colours rising prices and bids have. */
export type Direction = 'green-up' | 'red-up';

export interface Preferences {
  theme: Theme;
  /** The theme was chosen here and is not known to be saved in the account. */
  isThemeNew?: boolean;
  palette: Palette;
  direction: Direction;
  /** Ask before an order is sent. */
  confirmOrders: boolean;
  /** Ask before a single order is cancelled; off while it was never chosen. */
  confirmCancels?: boolean;
  hideZeroBalances: boolean;
  cookiesClosed: boolean;
  /** Of IANA, in which times are shown; null follows the device. The account's choice, kept here for the next page load. */
  timeZone: string | null;
  /** The pair /trade opens with; null until one was chosen. */
  lastPair: string | null;
  /** The perpetual market that was on screen last; null until one was. */
  lastPerpetual: string | null;
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
      timeZone: null,
      lastPair: null,
      lastPerpetual: null,
      set: (changed) => set(changed),
    }),
    {
      name: 'pelican.preferences',
      storage: preferenceStorage(),
      partialize: ({ set: _set, ...preferences }) => preferences,
    },
  ),
);

const lightScheme = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: light)') : undefined;

/**
 * Set by its event alone: where `matches` is read after the system has changed and before the browser has reported it, Chromium reports it no
 * more, and what was not rendered by chance in that moment would keep the old scheme.
 */
const systemIsLight = createStore<boolean>()(() => lightScheme?.matches ?? false);
lightScheme?.addEventListener('change', ({ matches }) => systemIsLight.setState(matches, true));

const asked = createStore<'dark' | 'light' | null>()(() => null);

/** A page whose address names a scheme asks for it while it is on screen; null: the user's choice again. */
export function askForScheme(scheme: 'dark' | 'light' | null): void {
  asked.setState(scheme, true);
}

/** The scheme on screen: the page's, the chosen one, else the system's. */
export function useColorScheme(): 'dark' | 'light' {
  const theme = usePreferences((preferences) => preferences.theme);
  const isLight = useStore(systemIsLight);
  const askedFor = useStore(asked);
  if (askedFor !== null) return askedFor;
  if (theme !== 'system') return theme;
  return isLight ? 'light' : 'dark';
}
