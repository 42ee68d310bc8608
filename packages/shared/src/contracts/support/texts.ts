/**
 * Texts that people write to other people: plain text without control characters, without characters that turn the direction of
 * reading, and without halves of surrogate pairs. Two of the format characters are letters' own: Hindi and emoji need the joiners.
 */
import * as z from 'zod/mini';
import { plainLine, stackedMarks } from '../plain-text.ts';

const plainParagraphs = /^(?:[^\p{Cc}\p{Cf}\p{Cs}]|[\n\t\u200c\u200d])*$/u;
const required = 'Field is required';
const notSupported = 'Current value is not supported';

function trimmed(change: (text: string) => string = (text) => text) {
  return z.pipe(
    z.string(required),
    z.transform((text) => change(text).trim()),
  );
}

function plain(pattern: RegExp) {
  return [z.regex(pattern, notSupported), z.refine<string>((text) => !stackedMarks.test(text), notSupported)] as const;
}

/** One line of at least a character. */
export function line(max: number) {
  return z.pipe(
    trimmed(),
    z.string().check(z.minLength(1, required), z.maxLength(max, `Max length is ${max}`), ...plain(plainLine)),
  );
}

/** One line that may be left out. */
export function optionalLine(max: number) {
  return z._default(
    z.pipe(trimmed(), z.string().check(z.maxLength(max, `Max length is ${max}`), ...plain(plainLine))),
    '',
  );
}

/** A text of several lines. */
export function paragraphs(max: number, min = 1) {
  return z.pipe(
    trimmed((text) => text.replaceAll('\r\n', '\n')),
    z.string().check(
      z.minLength(1, required),
      z.refine<string>((text) => text === '' || text.length >= min, `Min length is ${min}`),
      z.maxLength(max, `Max length is ${max}`),
      ...plain(plainParagraphs),
    ),
  );
}

/** A text that may be left out; an empty one counts as left out. */
export function optionalParagraphs(max: number) {
  return z._default(
    z.pipe(
      trimmed((text) => text.replaceAll('\r\n', '\n')),
      z.string().check(z.maxLength(max, `Max length is ${max}`), ...plain(plainParagraphs)),
    ),
    '',
  );
}

/** Letters of other scripts are refused before they could become Latin ones in lower case. */
export const contactEmail = z.pipe(
  trimmed((text) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())),
  z.pipe(
    z.string().check(z.minLength(1, required), z.maxLength(254, 'Max length is 254')),
    z.email('Email is not valid'),
  ),
);

/** An address that a person may open: https, which may be left out, with a host name that has a dot, and without a name or password in it. */
export const httpsLink = z.pipe(
  trimmed((text) => text.trim().replace(/^[a-z0-9-]+(\.[a-z0-9-]+)+(?=[/?#]|$)/i, 'https://$&')),
  z.string().check(
    z.minLength(1, required),
    z.maxLength(200, 'Max length is 200'),
    z.refine<string>((text) => text === '' || isHttpsLink(text), 'Link is not valid'),
  ),
);

function isHttpsLink(text: string): boolean {
  if (!/^https:\/\//i.test(text) || /\s/.test(text) || !URL.canParse(text)) return false;
  const { hostname, username, password } = new URL(text);
  return username === '' && password === '' && /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]+$/.test(hostname);
}

export const telegramName = z.pipe(
  trimmed(),
  z.string().check(
    z.minLength(1, required),
    z.refine<string>((text) => text === '' || /^@?[A-Za-z0-9_]{5,32}$/.test(text), notSupported),
  ),
);
