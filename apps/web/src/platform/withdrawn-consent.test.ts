// @vitest-environment node
// A browser's location cannot be replaced, and jsdom's cannot reload.
import { afterEach, expect, test, vi } from 'vitest';
import { readStored, writeStored } from './storage.ts';
import { widgetConsentKey, withdrawWidgetConsent } from './widget-consent.ts';

afterEach(() => vi.unstubAllGlobals());

test('who withdraws the consent has the page loaded anew, without the script', () => {
  writeStored(widgetConsentKey, 'cdn.desk.test');
  const reload = vi.fn(() => readStored(widgetConsentKey));
  vi.stubGlobal('location', { reload });
  withdrawWidgetConsent();
  // Once, and after it was forgotten.
  expect(reload.mock.results).toEqual([{ type: 'return', value: null }]);
});
