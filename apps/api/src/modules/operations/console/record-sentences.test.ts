import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { flagKeys } from '@pelican/shared/contracts/system';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../../../../..');
const sources = join(root, 'apps/api/src');
const messages = join(root, 'apps/web/src/features/ops/records/locales/en.json');
const { actions } = JSON.parse(readFileSync(messages, 'utf8')) as { actions: Record<string, Record<string, string>> };

/** Of actions that are put together: all that they can become. */
const computed: Record<string, string[]> = {
  '*.listed': ['asset.listed', 'market.listed'],
  '*.change_refused': ['market.change_refused', 'instrument.change_refused'],
  'api_key.*': ['api_key.enabled', 'api_key.disabled'],
  'kyc.*': ['kyc.approved', 'kyc.rejected'],
  'request.*': ['request.done', 'request.rejected'],
  'system.*_set': flagKeys.map((key) => `system.${key}_set`),
  'index_source.*': ['add', 'enable', 'disable', 'remove'].map((name) => `index_source.${name}`),
};
const literal = /(?:action: |(?:record|recordChange|recordForOperator)\([\w, ]+, )(?:'([a-z_]+\.[a-z_]+)'|`([^`]+)`)/g;

async function recordedActions(): Promise<Set<string>> {
  const found = new Set<string>();
  for await (const name of glob('**/*.ts', { cwd: sources, exclude: ['**/*.test.ts'] })) {
    for (const [, plain, template] of readFileSync(join(sources, name), 'utf8').matchAll(literal)) {
      if (plain) found.add(plain);
      const pattern = template?.replaceAll(/\$\{[^}]*\}/g, '*');
      if (pattern) for (const one of computed[pattern] ?? [`unknown.${pattern}`]) found.add(one);
    }
  }
  return found;
}

test('the console has a sentence for every action of the audit trail', async () => {
  const recorded = await recordedActions();
  expect(recorded.size).toBeGreaterThan(60);
  const isNamed = (action: string) => {
    const [domain = '', what = ''] = action.split('.');
    return actions[domain]?.[what] !== undefined;
  };
  expect([...recorded].filter((action) => !isNamed(action))).toEqual([]);
});
