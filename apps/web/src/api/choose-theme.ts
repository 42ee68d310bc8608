import { type Theme, usePreferences } from '../platform/preferences.ts';
import { sessionStatus } from './session.ts';

/** The theme of this browser, and of the account of who is signed in. What saves it is no part of the first view. */
export function chooseTheme(theme: Theme): void {
  usePreferences.getState().set({ theme });
  if (sessionStatus.getState() !== 'signedIn') return;
  // A browser that cannot load it is offline: the theme is its own until the next change.
  void import('./save-theme.ts').then(({ saveTheme }) => saveTheme(theme)).catch(() => undefined);
}
