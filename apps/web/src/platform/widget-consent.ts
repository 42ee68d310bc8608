import { usePreferences } from './preferences.ts';

/**
 * Whether this person has consented, in this browser, to load the hosted widget of support. A consent is to one host: for a widget of another company it
 * is asked anew.
 * @param script the address of the widget's script
 */
export function useWidgetConsent(script: string) {
  const consentHost = usePreferences((preferences) => preferences.widgetConsentHost);
  const set = usePreferences((preferences) => preferences.set);
  const { host } = new URL(script);
  return { host, hasConsented: consentHost === host, consent: () => set({ widgetConsentHost: host }) };
}

/** Loads the page anew: no browser unloads a script. */
export function withdrawWidgetConsent(): void {
  usePreferences.getState().set({ widgetConsentHost: null });
  location.reload();
}
