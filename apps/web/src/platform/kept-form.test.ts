import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepForm, restoreForm } from './kept-form.ts';

const form = `<main>
  <input name="email" />
  <input type="password" />
  <input autocomplete="one-time-code" />
  <input type="text" autocomplete="current-password" />
  <input data-secret />
  <input type="checkbox" role="switch" />
  <input type="checkbox" />
  <select><option>IN</option><option>NP</option></select>
  <textarea></textarea>
</main>`;
const fields = () => [...document.querySelectorAll<HTMLInputElement>('main input, main select, main textarea')];

function fill() {
  const [email, password, code, shown, transferCode, acting, terms, country, text] = fields();
  for (const [field, value] of [
    [email, 'asha@example.org'],
    [password, 'secret'],
    [code, '123456'],
    [shown, 'shown-secret'],
    [transferCode, 'secret-code'],
    [country, 'NP'],
    [text, 'नमस्ते'],
  ] as const)
    if (field) field.value = value;
  terms?.click();
  acting?.click();
}

beforeEach(() => {
  document.body.innerHTML = form;
});
afterEach(() => {
  sessionStorage.clear();
  vi.useRealTimers();
});

test('what was typed comes back once, without secrets, as typing enters it', () => {
  fill();
  keepForm('/signup?ref=1');
  expect(sessionStorage.getItem('pelican.form')).not.toMatch(/secret|123456/);
  document.body.innerHTML = form;
  const heard: string[] = [];
  document.body.oninput = (event) => heard.push((event.target as HTMLElement).tagName);
  restoreForm('/signup?ref=1');
  expect(fields().map((field) => (field.type === 'checkbox' ? field.checked : field.value))).toEqual([
    'asha@example.org',
    '',
    '',
    '',
    '',
    false,
    true,
    'NP',
    'नमस्ते',
  ]);
  expect(heard).toContain('TEXTAREA');
  document.body.innerHTML = form;
  restoreForm('/signup?ref=1');
  expect(fields()[0]?.value).toBe('');
});

test('another page, and a page that is opened later, are left alone', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  fill();
  keepForm('/signup');
  document.body.innerHTML = form;
  restoreForm('/signIn');
  expect(fields()[0]?.value).toBe('');
  fill();
  keepForm('/signup');
  document.body.innerHTML = form;
  vi.advanceTimersByTime(11_000);
  restoreForm('/signup');
  expect(fields()[0]?.value).toBe('');
});

test('the fields may arrive later, and storage may be blocked', async () => {
  fill();
  keepForm('/signup');
  document.body.innerHTML = '<main></main>';
  restoreForm('/signup');
  document.body.innerHTML = form;
  await vi.waitFor(() => expect(fields()[0]?.value).toBe('asha@example.org'));
  const blocked = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  expect(() => keepForm('/signup')).not.toThrow();
  blocked.mockRestore();
});
