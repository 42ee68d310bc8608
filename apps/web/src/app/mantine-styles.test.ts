// @vitest-environment node
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const source = fileURLToPath(new URL('..', import.meta.url));
const styles = dirname(createRequire(import.meta.url).resolve('@mantine/core/styles/global.css'));

/** Style files of components that are made of others, or that have no looks. A component with a file of its own is not here. */
const inner: Record<string, string[]> = {
  TextInput: ['Input'],
  NativeSelect: ['Input'],
  Textarea: ['Input'],
  Select: ['Input', 'Popover', 'Combobox', 'ScrollArea'],
  Autocomplete: ['Input', 'Popover', 'Combobox', 'ScrollArea'],
  FileButton: [],
  RadioGroup: [],
  MantineProvider: [],
  MantineContext: [],
  MantineThemeProvider: [],
  DirectionContext: [],
  createTheme: [],
};
const shared: Record<string, string[]> = {
  Checkbox: ['InlineInput'],
  Radio: ['InlineInput'],
  Switch: ['InlineInput'],
  NumberInput: ['Input'],
  PasswordInput: ['Input'],
  Menu: ['Popover'],
  Drawer: ['ModalBase', 'Overlay'],
  Modal: ['ModalBase', 'Overlay'],
  SegmentedControl: ['FloatingIndicator'],
};

const stylesIn = (text: string) => [...text.matchAll(/@mantine\/core\/styles\/(\w+)\.css/g)].map(([, name]) => name);

function partsIn(text: string): string[] {
  const [, names = ''] = /import \{([^}]*)\} from '@mantine\/core'/.exec(text) ?? [];
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '));
}

function stylesOf(part: string): string[] {
  if (!existsSync(join(styles, `${part}.css`))) return inner[part] ?? [`unknown: ${part}`];
  return [part, ...(shared[part] ?? [])];
}

test('every part of Mantine in use has its styles, from the first view or from the file that uses it', () => {
  const everywhere = stylesIn(readFileSync(join(source, 'app/styles/mantine.css'), 'utf8'));
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
  const missing = files
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
    .flatMap((file) => {
      const text = readFileSync(join(source, file), 'utf8');
      const given = new Set([...everywhere, ...stylesIn(text)]);
      // A part inside another one has a file of its own too: Radio.Card has RadioCard.css.
      const inside = [...text.matchAll(/<([A-Z]\w+)\.([A-Z]\w+)/g)].map(([, part, name]) => `${part}${name}`);
      const wanted = [
        ...partsIn(text).flatMap(stylesOf),
        ...inside.filter((name) => existsSync(join(styles, `${name}.css`))),
      ];
      return wanted.filter((name) => !given.has(name)).map((name) => `${file}: ${name}`);
    });
  expect(missing).toEqual([]);
});
