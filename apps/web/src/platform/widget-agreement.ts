import { usePreferences } from './preferences.ts';

/**
 * Whether this person has agreed to load the hosted widget of support, in this browser. An agreement is with one host: a widget of another company is
 * asked about anew.
 * @param script the address of the widget's script
 */
export function useWidgetAgreement(script: string) {
  const agreed = usePreferences((preferences) => preferences.widgetHost);
  const set = usePreferences((preferences) => preferences.set);
  const { host } = new URL(script);
  return {
    host,
    hasAgreed: agreed === host,
    agree: () => set({ widgetHost: host }),
    withdraw: () => set({ widgetHost: undefined }),
  };
}
