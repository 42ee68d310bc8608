/** What a notice calls a device. A caller writes the User-Agent, so nothing of it is repeated. */
import type { Language } from '@pelican/shared/contracts/system';

const browsers = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const;
const systems = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const;

const unknown: Record<Language, string> = { en: 'an unknown device', hi: 'अज्ञात डिवाइस' };

/** 'Chrome on Windows'; 'an unknown device' when nothing is recognised. */
export function deviceName(userAgent: string, language: Language = 'en'): string {
  const browser = browsers.find(([, pattern]) => pattern.test(userAgent))?.[0];
  const system = systems.find(([, pattern]) => pattern.test(userAgent))?.[0];
  if (browser && system) return language === 'hi' ? `${system} पर ${browser}` : `${browser} on ${system}`;
  return browser ?? system ?? unknown[language];
}
