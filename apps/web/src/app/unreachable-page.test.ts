// @vitest-environment node
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { serverPathPattern } from '@pelican/shared/client-paths';
import { clientLanguageCodes } from '@pelican/shared/contracts/system';
import { expect, test } from 'vitest';
import { collectUnreachablePage } from '../../build/unreachable-page.ts';

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const files = collectUnreachablePage(pathOf('../../unreachable'), pathOf('..'));
const [page = '', worker = ''] = [files['unreachable.html'], files['sw.js']];

interface Navigation {
  request: { method: string; mode: string; url: string };
  respondWith: (answer: Promise<string | Response>) => void;
}

const noConnection = () => Promise.reject(new Error('no connection'));

/** Runs the worker with a kept page, without a network where none is given. @returns what a navigation to a path ends with */
async function navigateAway(path: string, fetch: () => Promise<Response> = noConnection): Promise<string | Response> {
  const origin = 'https://exchange.test';
  const listeners = new Map<string, (event: Navigation) => void>();
  runInNewContext(worker, {
    URL,
    location: { origin },
    self: { addEventListener: listeners.set.bind(listeners) },
    caches: { match: async () => 'kept page' },
    fetch,
  });
  return new Promise<string | Response>((resolve) => {
    const request = { method: 'GET', mode: 'navigate', url: origin + path };
    listeners.get('fetch')?.({ request, respondWith: resolve });
  }).catch((error: Error) => error.message);
}

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

test('the worker has the paths of the server, and shows the page in place of no other', async () => {
  expect(worker).toContain(`= ${String(serverPathPattern)};`);
  expect(worker).not.toContain('SERVER_PATHS');
  for (const [path, isShown] of [
    ['/market', true],
    ['/assets-status', true],
    ['/v2/market-list', false],
    ['/docs', false],
    ['/openapi.json', false],
    ['/sandbox/transactions/ab12', false],
  ] as const)
    expect(await navigateAway(path), path).toBe(isShown ? 'kept page' : 'no connection');
});

test('the client is shown, whatever it says of the page, and nothing of a proxy in its place', async () => {
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  const page = new Response('the client', { status: 503, headers: { ...headers, 'x-request-id': '1' } });
  expect(await navigateAway('/announcement/perhaps', async () => page)).toBe(page);
  const ofProxy = new Response('Bad gateway', { status: 502, headers });
  expect(await navigateAway('/market', async () => ofProxy)).toBe('kept page');
});
