// @vitest-environment node
// A browser's location cannot be replaced, and jsdom's cannot reload.
import { afterEach, expect, test, vi } from 'vitest';
import { usePreferences } from './preferences.ts';
import { withdrawWidgetConsent } from './widget-consent.ts';

afterEach(() => vi.unstubAllGlobals());

test('who withdraws the consent has the page loaded anew, without the script', () => {
  usePreferences.getState().set({ widgetConsentHost: 'cdn.desk.test' });
  const reload = vi.fn(() => usePreferences.getState().widgetConsentHost);
  vi.stubGlobal('location', { reload });
  withdrawWidgetConsent();
  // Once, and after the preference was cleared.
  expect(reload.mock.results).toEqual([{ type: 'return', value: null }]);
});
