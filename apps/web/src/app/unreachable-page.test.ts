// @vitest-environment node
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { clientLanguageCodes } from '@pelican/shared/contracts/system';
import { expect, test } from 'vitest';
import { collectUnreachablePage } from '../../build/unreachable-page.ts';

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const files = collectUnreachablePage(pathOf('../../unreachable'), pathOf('..'));
const [page = '', worker = ''] = [files['unreachable.html'], files['sw.js']];

test('the page has its texts in every language, and no style or script of its own', () => {
  for (const language of clientLanguageCodes) {
    const { unreachable } = JSON.parse(readFileSync(pathOf(`locales/${language}.json`), 'utf8'));
    expect(page).toContain(`<div data-language="${language}" lang="${language}"`);
    expect(page).toContain(`<h1>${unreachable.title}</h1>`);
  }
  expect(page).not.toMatch(/<style|style=|<script(?! src=)|\son\w+=/);
});

test('the worker keeps what the page loads, under a name that changes with it', () => {
  const parts = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, part]) => part);
  expect(parts).toEqual(['/unreachable.css', '/unreachable.js']);
  for (const part of [...parts, '/unreachable.html']) expect(worker).toContain(`'${part}'`);
  expect(worker).toMatch(/`\$\{prefix\}[\w-]{12}`/);
});

test('the worker leaves to programs what the server does', () => {
  const rule = /\/\^\\\/\(v\\d\+.+\/;/;
  const server = readFileSync(pathOf('../../../api/src/platform/http/static-client.ts'), 'utf8');
  expect(rule.exec(worker)?.[0]).toBe(rule.exec(server)?.[0]);
  expect(rule.exec(worker)).not.toBeNull();
});
