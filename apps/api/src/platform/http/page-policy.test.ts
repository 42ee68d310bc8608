import { expect, test } from 'vitest';
import { pagePolicy, pagePolicyWith } from './page-policy.ts';

function directives(policy: string): Record<string, string> {
  return Object.fromEntries(policy.split('; ').map((directive) => directive.split(/ (.*)/).slice(0, 2)));
}

const script = 'https://cdn.desk.test/app/widget.js?site=7';

test('without a widget pages load nothing of anybody else', () => {
  expect(pagePolicyWith(null)).toBe(pagePolicy);
  expect(pagePolicy).not.toContain('http');
  expect(pagePolicy).not.toContain('*');
});

test('a widget adds its script and the origins that are named, each to its directive alone', () => {
  const policy = pagePolicyWith({
    script,
    origins: [
      ['connect', 'https://api.desk.test'],
      ['connect', 'wss://live.desk.test:8443'],
      ['frame', 'https://app.desk.test'],
    ],
  });
  expect(directives(policy)).toEqual({
    ...directives(pagePolicy),
    // A policy names no query.
    'script-src': "'self' https://cdn.desk.test/app/widget.js",
    'connect-src': "'self' https://api.desk.test wss://live.desk.test:8443",
    'frame-src': "'self' https://app.desk.test",
  });
});
