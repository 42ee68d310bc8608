/**
 * The mail of a notice: HTML in the colours of the reader's theme, and plain text beside it. React escapes whatever comes
 * from outside. Written with createElement, because Node runs no JSX.
 */

import { paths } from '@pelican/shared/client-paths';
import type { Language } from '@pelican/shared/contracts/system';
import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Hr } from '@react-email/hr';
import { Html } from '@react-email/html';
import { Preview } from '@react-email/preview';
import { Text } from '@react-email/text';
import { createElement as element } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { NoticeText } from '../notice-kind.ts';

export interface NoticeMail {
  subject: string;
  text: string;
  html: string;
}

/** What stands around a notice. */
const frames = {
  en: {
    why: 'You get this mail because you have an account with Pelican.',
    whyVisitor: 'You get this mail because somebody gave this address in a form of Pelican.',
    choices: 'Manage e-mail notifications',
    mark: (code: string) => `Your anti-phishing code: ${code}`,
  },
  hi: {
    why: 'आपको यह ईमेल इसलिए मिला है क्योंकि Pelican पर आपका खाता है।',
    whyVisitor: 'आपको यह ईमेल इसलिए मिला है क्योंकि किसी ने Pelican के एक फ़ॉर्म में यह पता दिया था।',
    choices: 'ईमेल सूचनाएँ प्रबंधित करें',
    mark: (code: string) => `आपका एंटी-फ़िशिंग कोड: ${code}`,
  },
} satisfies Record<Language, unknown>;
/** Relative to the public address: where a user chooses what comes by mail. */
const choicesPath = paths.preferences;

/** Light by default; readers that know the user's theme take the dark colours from here. */
const darkStyles = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .page { background-color: #0b0e13 !important; }
    .panel { background-color: #11151c !important; border-color: #262e3b !important; }
    .title, .text { color: #e8ecf2 !important; }
    .small { color: #a9b3c3 !important; }
    .line { border-color: #262e3b !important; }
  }`;

const font = 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans Devanagari", "Nirmala UI", sans-serif';
const styles = {
  page: { backgroundColor: '#f2f4f7', fontFamily: font, margin: 0, padding: '24px 8px' },
  panel: { backgroundColor: '#ffffff', border: '1px solid #dde2ea', borderRadius: 8, maxWidth: 520, padding: 24 },
  title: { color: '#161b24', fontSize: 20, lineHeight: '28px', margin: '0 0 12px' },
  text: { color: '#161b24', fontSize: 15, lineHeight: '24px', margin: '0 0 20px' },
  button: { backgroundColor: '#2f6fe4', borderRadius: 6, color: '#ffffff', fontSize: 15, padding: '10px 18px' },
  line: { borderColor: '#dde2ea', margin: '24px 0 12px' },
  small: { color: '#4b5566', fontSize: 13, lineHeight: '20px', margin: 0 },
  mark: { color: '#4b5566', fontSize: 13, fontWeight: 600, lineHeight: '20px', margin: '0 0 12px' },
} as const;

export interface MailReader {
  /** Where users reach the site, without a slash at the end. */
  publicUrl: string;
  language: Language;
  /** Chosen by the reader, who knows by it that the mail is ours. */
  antiPhishingCode?: string | null;
}

export function noticeMail(
  notice: NoticeText,
  { publicUrl, language, antiPhishingCode = null }: MailReader,
): NoticeMail {
  const frame = frames[language];
  const choices = { label: frame.choices, address: `${publicUrl}${choicesPath}` };
  const mark = antiPhishingCode === null ? undefined : frame.mark(antiPhishingCode);
  return mailOf(notice, { publicUrl, language, why: frame.why, choices, mark });
}

/** As `noticeMail`, for an address that belongs to no account: there are no choices to manage. */
export function visitorMailOf(
  notice: NoticeText,
  { publicUrl, language }: Omit<MailReader, 'antiPhishingCode'>,
): NoticeMail {
  const { whyVisitor: why } = frames[language];
  return mailOf(notice, { publicUrl, language, why, choices: undefined, mark: undefined });
}

interface Around {
  publicUrl: string;
  language: Language;
  /** Why the reader gets it. */
  why: string;
  /** Where the reader manages mails; undefined for who has no account. */
  choices: Link | undefined;
  /** The line with the anti-phishing code. */
  mark: string | undefined;
}

interface Link {
  label: string;
  address: string;
}

function mailOf({ title, text, link }: NoticeText, { publicUrl, ...around }: Around): NoticeMail {
  const { why, choices, mark } = around;
  const button = link && { label: link.label, address: `${publicUrl}${link.path}` };
  const action = button ? `${button.label}: ${button.address}\n\n` : '';
  const manage = choices ? ` ${choices.label}: ${choices.address}` : '';
  return {
    // A line break would begin another header.
    subject: title.replace(/\s+/g, ' '),
    text: `${mark === undefined ? '' : `${mark}\n\n`}${title}\n\n${text}\n\n${action}-- \n${why}${manage}\n`,
    html: `<!doctype html>${renderToStaticMarkup(page({ title, text, button, ...around }))}`,
  };
}

interface PageParts extends Omit<Around, 'publicUrl'> {
  title: string;
  text: string;
  button: Link | undefined;
}

function page({ title, text, button, language, why, choices, mark }: PageParts) {
  const head = element(
    Head,
    null,
    element('meta', { name: 'color-scheme', content: 'light dark' }),
    element('meta', { name: 'supported-color-schemes', content: 'light dark' }),
    element('style', null, darkStyles),
    element('title', null, title),
  );
  const panel = element(
    Container,
    { className: 'panel', style: styles.panel },
    mark && element(Text, { className: 'small', style: styles.mark }, mark),
    element(Heading, { as: 'h1', className: 'title', style: styles.title }, title),
    element(Text, { className: 'text', style: styles.text }, text),
    button && element(Button, { href: button.address, style: styles.button }, button.label),
    element(Hr, { className: 'line', style: styles.line }),
    element(
      Text,
      { className: 'small', style: styles.small },
      choices ? `${why} ` : why,
      choices && element('a', { className: 'small', href: choices.address, style: styles.small }, choices.label),
    ),
  );
  return element(
    Html,
    { lang: language, dir: 'ltr' },
    head,
    element(Preview, null, text),
    element(Body, { className: 'page', style: styles.page }, panel),
  );
}
