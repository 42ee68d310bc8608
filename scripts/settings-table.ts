/** Writes the table of settings into docs/operations.md, from the tables that the parts read: `node scripts/settings-table.ts`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { opsSettings } from '../apps/api/src/adapters/cli/config.ts';
import { socketSettings } from '../apps/api/src/adapters/socket/index.ts';
import { sandboxChainSettings } from '../apps/api/src/chains/index.ts';
import { makerSettings, seedSettings } from '../apps/api/src/demo/settings.ts';
import { signerSettings } from '../apps/api/src/modules/signer/index.ts';
import { apiKeySetting, apiSettings } from '../apps/api/src/platform/config/index.ts';
import { workerSettings } from '../apps/api/src/processes/worker/config.ts';
import { settlementSettings } from '../apps/api/src/settlement/index.ts';
import { tickerSettings } from '../apps/api/src/ticker/index.ts';
import { engineSettings } from '../apps/engine/src/host/config.ts';
import type { Setting, Settings } from '../packages/shared/src/settings/index.ts';
import { prepareSettings } from './prepare-settings.ts';
import { supervisorSettings } from './supervisor/config.ts';
import { root } from './supervisor/folders.ts';

/** What each part reads. */
export const settingsOf: Record<string, Settings> = {
  start: supervisorSettings,
  api: { ...apiSettings, ...socketSettings },
  engine: engineSettings,
  settlement: settlementSettings,
  ticker: tickerSettings,
  worker: workerSettings,
  signer: signerSettings,
  migrate: prepareSettings,
  ops: { ...opsSettings, ...apiKeySetting },
  seed: seedSettings,
  maker: makerSettings,
  'sandbox-chain': sandboxChainSettings,
};

const file = join(root, 'docs/operations.md');
const marks = ['<!-- begin: node scripts/settings-table.ts -->', '<!-- end -->'] as const;

/** The rows of the table, in the order in which the parts name them. */
export function settingsTable(): string {
  const names = new Set(Object.values(settingsOf).flatMap((table) => Object.keys(table)));
  const rows = [...names].map((name) => {
    const readers = Object.entries(settingsOf).flatMap(([part, { [name]: found }]) => (found ? [{ part, found }] : []));
    const [first] = readers;
    if (!first) throw new Error(`nobody reads ${name}`);
    const cells = [name, readers.map(({ part }) => part).join(', '), fallbackOf(readers), aboutOf(first.found)];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  return ['| setting | read by | default | what it does |', '|---|---|---|---|', ...rows].join('\n');
}

function fallbackOf(readers: { part: string; found: Setting<unknown> }[]): string {
  const byText = Map.groupBy(readers, ({ found }) => withUnit(found));
  if (byText.size === 1) return [...byText.keys()].join('');
  return [...byText].map(([text, those]) => `${text} (${those.map(({ part }) => part).join(', ')})`).join('; ');
}

function withUnit({ fallback, unit }: Setting<unknown>): string {
  const text = fallback === '' ? 'none' : fallback;
  return unit === undefined || !/^\d+$/.test(text) ? text : `${text} ${unit}`;
}

function aboutOf({ about, isSecret }: Setting<unknown>): string {
  return isSecret ? `**secret**; ${about}` : about;
}

/** The table as docs/operations.md has it. */
export function documentedTable(): string {
  return parts()[1];
}

function parts(): [before: string, table: string, after: string] {
  const text = readFileSync(file, 'utf8');
  const [begin, end] = [text.indexOf(marks[0]) + marks[0].length, text.indexOf(marks[1])];
  if (begin < marks[0].length || end < begin)
    throw new Error(`docs/operations.md has no place for the table: ${marks[0]}`);
  return [text.slice(0, begin), text.slice(begin, end).trim(), text.slice(end)];
}

if (import.meta.main) {
  const [before, , after] = parts();
  writeFileSync(file, `${before}\n\n${settingsTable()}\n\n${after}`);
}
