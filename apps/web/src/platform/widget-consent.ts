import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from './storage.ts';

/** Its own: a tab writes the preferences as a whole, as it has read them, and would bring back a consent that was withdrawn in another one. */
export const widgetConsentKey = 'pelican.widget-consent';
const listeners = new Set<() => void>();

/** Also of what another tab writes. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

function keep(host: string | null): void {
  writeStored(widgetConsentKey, host);
  for (const listener of listeners) listener();
}

/**
 * Whether this person has consented, in this browser, to load the hosted widget of support. A consent is to one host: for a widget of another company it
 * is asked anew.
 * @param script the address of the widget's script
 */
export function useWidgetConsent(script: string) {
  const consentHost = useSyncExternalStore(subscribe, () => readStored(widgetConsentKey));
  const { host } = new URL(script);
  return { host, hasConsented: consentHost === host, consent: () => keep(host) };
}

/** Loads the page anew: no browser unloads a script. */
export function withdrawWidgetConsent(): void {
  keep(null);
  location.reload();
}
