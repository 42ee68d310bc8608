import { expect, test } from 'vitest';
import { noticeMail } from './notice-mail.ts';

const reader = { publicUrl: 'https://pelican.test', language: 'en' } as const;
const hostile = `</p><script>alert("1")</script><a href='//evil'>`;

test('what users write themselves is text in the mail, never markup', () => {
  const notice = { title: `Hello ${hostile}`, text: hostile, link: { label: hostile, path: `/x?name="><script>` } };
  const { html, text } = noticeMail(notice, reader);
  expect(html).not.toContain('<script>');
  expect(html).not.toContain(`<a href='//evil'>`);
  expect(html).toContain('&lt;script&gt;');
  expect(html).toContain('href="https://pelican.test/x?name=&quot;&gt;&lt;script&gt;"');
  expect(text).toContain(hostile);
});

test('the mail has both themes, and all that it says is in its plain text too', () => {
  const notice = { title: 'Password changed', text: 'It was changed.', link: { label: 'Look', path: '/user' } };
  const { subject, html, text } = noticeMail(notice, reader);
  expect(subject).toBe('Password changed');
  expect(html).toContain('prefers-color-scheme: dark');
  expect(html).toContain('content="light dark"');
  for (const part of ['Password changed', 'It was changed.', 'https://pelican.test/user']) {
    expect(html).toContain(part);
    expect(text).toContain(part);
  }
});

test('a notice without a link has no button', () => {
  const { html } = noticeMail({ title: 'A', text: 'B' }, reader);
  expect(html.match(/<a /g)).toHaveLength(1);
});

test('the anti-phishing code of the reader is in both forms, and no line of it without one', () => {
  const notice = { title: 'A', text: 'B' };
  const { html, text } = noticeMail(notice, { ...reader, antiPhishingCode: 'heron7' });
  for (const form of [html, text]) expect(form).toContain('Your anti-phishing code: heron7');
  expect(noticeMail(notice, reader).html).not.toContain('anti-phishing');
});

test('a subject is one line, whatever its notice says', () => {
  const { subject } = noticeMail({ title: 'A\r\nBcc: b@test.local', text: 'B' }, reader);
  expect(subject).toBe('A Bcc: b@test.local');
});
