import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { theme } from './theme.ts';

type Variables = Record<string, string>;

/** The declarations of the first rule whose selector begins so. */
function variablesOf(css: string, selector: string): Variables {
  const rule = css.split('}').find((one) => one.replace(/\/\*[^]*?\*\//g, '').trim().startsWith(selector)) ?? '';
  const declarations = rule.slice(rule.indexOf('{') + 1).split(';');
  return Object.fromEntries(
    declarations.filter((text) => text.includes(':')).map((text) => text.split(/:(.*)/s).map((part) => part.trim())),
  );
}

const file = readFileSync(join(import.meta.dirname, 'styles/mantine-variables.css'), 'utf8');
const ofRoot = variablesOf(file, ':root {');
const ofSchemes = variablesOf(file, ':root[data-mantine-color-scheme]');

test('the variables of Mantine are those that its provider would give for the theme', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  const variables = { variables: ofSchemes, light: ofSchemes, dark: ofSchemes };
  render(<MantineProvider theme={theme} cssVariablesResolver={() => variables} />);
  const css = document.querySelector('style[data-mantine-styles]')?.textContent ?? '';
  expect({ ...ofRoot, ...ofSchemes }).toEqual(variablesOf(css, ':root, :host'));
  for (const scheme of ['dark', 'light'])
    expect(ofSchemes).toEqual(variablesOf(css, `:root[data-mantine-color-scheme="${scheme}"]`));
});
