import type { Endpoint } from '@pelican/shared/contracts';
import { expect, test } from 'vitest';
import { requestChecks } from '../../api/request-checks.ts';
import './contracts.ts';

type Exports = Record<string, Record<string, Partial<Endpoint>> | undefined>;

/** What each domain exports, its tables of calls among it. */
const domains = import.meta.glob<Exports>('../../../../../packages/shared/src/contracts/*/index.ts', { eager: true });

const calls = Object.values(domains)
  .flatMap((domain) => Object.values(domain))
  .flatMap((exported) => Object.entries(exported ?? {}));
const decisions = calls.filter(
  ([name, declared]) => name.startsWith('POST /v2/ops/') && declared.body !== undefined && !declared.takesForm,
);

test('the calls of every domain are looked at', () => {
  expect(decisions.length).toBeGreaterThan(60);
});

test.each(decisions)('%s is held against its contract before it is sent', (name) => {
  expect(requestChecks.has(name)).toBe(true);
});
