/** Alerts and dashboards ask for figures that some part serves, and each alert has its runbook. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'deploy/observability');
const alerts = readFileSync(join(folder, 'alerts.yml'), 'utf8');
const alertNames = [...alerts.matchAll(/alert: (\w+)/g)].map(([, name = '']) => name);

const sources = globSync('apps/{api,engine}/src/**/*.ts', { cwd: root })
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n');
const quoted = new Set([...sources.matchAll(/'([a-z][a-z0-9]*(?:_[a-z0-9]+)+)'/g)].map(([, name = '']) => name));
/** Series of the exchange's own, of Prometheus itself and of prom-client's own collection. */
const served = (name: string) => quoted.has(name.replace(/_bucket$/, '')) || /^(nodejs|process)_/.test(name);

function figuresOf(expression: string): string[] {
  const bare = expression.replace(/\{[^}]*\}/g, '').replace(/by \([^)]*\)/g, '');
  return [...bare.matchAll(/\b[a-z]+(?:_[a-z0-9]+)+\b(?!\()/g)].map(([name]) => name);
}

test.each([
  ['alerts', [...alerts.matchAll(/expr: ["'](.*)["']$/gm)].map(([, expression = '']) => expression)],
  [
    'dashboards',
    readdirSync(join(folder, 'dashboards')).flatMap((file) => {
      const { panels } = JSON.parse(readFileSync(join(folder, 'dashboards', file), 'utf8')) as {
        panels: { targets: { expr: string }[] }[];
      };
      return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    }),
  ],
])('the %s ask for figures that a part serves', (_what, expressions) => {
  const figures = new Set(expressions.flatMap(figuresOf));
  expect(figures.size).toBeGreaterThan(10);
  expect([...figures].filter((name) => !served(name))).toEqual([]);
});

test('each alert has its runbook, and each runbook its alert', () => {
  expect(alertNames.length).toBeGreaterThan(20);
  expect(alertNames.filter((name) => !existsSync(join(root, `docs/runbooks/${name}.md`)))).toEqual([]);
  const runbooks = readdirSync(join(root, 'docs/runbooks')).map((file) => file.replace('.md', ''));
  expect(runbooks.filter((name) => name !== 'README' && !alertNames.includes(name))).toEqual([]);
});

test('every part of compose is scraped', () => {
  const compose = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
  const parts = [...compose.matchAll(/PART: ([a-z0-9-]+)/g)].map(([, part = '']) => part);
  const scraped = readFileSync(join(folder, 'prometheus.yml'), 'utf8');
  expect(parts.length).toBeGreaterThan(10);
  expect(parts.filter((part) => !scraped.includes(`"${part}:`))).toEqual([]);
});

test('what Tempo takes and how long it keeps it bound its disk as the document says', () => {
  const tempo = readFileSync(join(folder, 'tempo.yml'), 'utf8');
  const number = (pattern: RegExp) => Number(pattern.exec(tempo)?.[1]);
  const seconds = number(/^ {4}block_retention: (\d+)h$/m) * 3600 + number(/compacted_block_retention: (\d+)m$/m) * 60;
  const bytes = number(/^ {6}rate_limit_bytes: (\d+)$/m) * seconds;
  const documented = /takes 100 kB a second.*?at most (\d+) GB/s.exec(
    readFileSync(join(root, 'docs/operations.md'), 'utf8'),
  );
  expect(bytes).toBeLessThanOrEqual(Number(documented?.[1]) * 1e9);
  expect(bytes).toBeGreaterThan(0);
});
