import { expect, test } from 'vitest';

type Messages = { [key: string]: string | Messages };

const catalogues = import.meta.glob<Messages>('../**/locales/en.json', { eager: true, import: 'default' });
const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}', '!../testing/**'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

function keysOf(messages: Messages, prefix = ''): string[] {
  return Object.entries(messages).flatMap(([key, value]) =>
    // The ends of plurals belong to the library.
    typeof value === 'string' ? [`${prefix}${key}`.replace(/_(one|other)$/, '')] : keysOf(value, `${prefix}${key}.`),
  );
}

/** The namespace of a catalogue by its folder, as `platform/i18n.ts` names them. */
function namespaceOf(path: string): string {
  const folder = /^\.\.\/(?:features\/)?(.+)\/locales\//.exec(path)?.[1] as string;
  return folder === 'app' ? 'common' : folder.replaceAll('/', '-');
}

const keys = new Map(Object.entries(catalogues).map(([path, messages]) => [namespaceOf(path), keysOf(messages)]));

/** Namespaces that several folders share are exported by a name. */
const constants: Record<string, string> = {
  accountMessages: 'perpetual-account',
  ordersMessages: 'spot-orders',
  modifyMessages: 'spot-orders-modify',
  detailsMessages: 'spot-orders-details',
  cancelAllMessages: 'spot-orders-cancel-all',
  settingsMessages: 'terminal-settings',
  exportMessages: 'exports',
  exchangeMessages: 'spot-exchange',
};

/** The namespaces that a file names; a function that is handed `t` may be of any. */
function namespacesOf(source: string): string[] {
  const named = [...source.matchAll(/(?:useTranslation\(|TFunction<)'?([\w-]*)'?/g)].map(([, name]) => name as string);
  if (/\bmessage\(/.test(source)) named.push('');
  const namespaces = named.map((name) => constants[name] ?? (name || 'common'));
  return namespaces.length > 0 ? namespaces : [...keys.keys()];
}

/** The part of a key that is computed may be anything. */
function patternOf(key: string): RegExp {
  const literal = key.split(/\$\{[^}]*\}/).map((part) => part.replace(/[.*+?^()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${literal.join('.+')}$`);
}

/** Groups of messages, which are asked for as objects, are left out. */
function missingOf(source: string): string[] {
  const called = [...source.matchAll(/\b(?:t|message)\(\s*(['`])([^'`]+)\1(?!, \{ returnObjects)/g)].map(
    ([, , key]) => key as string,
  );
  return called.filter((key) => {
    const [, named, name = ''] = /^(?:([\w-]+):)?(.+)$/.exec(key) ?? [];
    const pattern = patternOf(name);
    const namespaces = named === undefined ? namespacesOf(source) : [named];
    return !namespaces.some((namespace) => keys.get(namespace)?.some((known) => pattern.test(known)));
  });
}

test('every message that the code asks for is in a catalogue of its namespaces', () => {
  expect(keys.get('terminal')).toContain('chart.time');
  expect(missingOf("useTranslation('terminal'); t('orders.time')")).toEqual(['orders.time']);
  expect(
    Object.values(sources)
      .join('')
      .match(/\bt\(\s*['`]/g)?.length,
  ).toBeGreaterThan(500);
  const missing = Object.entries(sources).map(([path, source]) => [path, missingOf(source)] as const);
  expect(missing.filter(([, found]) => found.length > 0)).toEqual([]);
});
