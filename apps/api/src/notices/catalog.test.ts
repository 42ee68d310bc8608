import { pagePatterns } from '@pelican/shared/client-paths';
import { languageCodes } from '@pelican/shared/contracts/system';
import { describe, expect, test } from 'vitest';
import { kindOf, type NoticeName, type PayloadOf, renderNotice } from './catalog.ts';
import { loanNotices } from './kinds/loans.ts';
import { loanRiskNotices } from './kinds/loans-at-risk.ts';
import { noticeMail, visitorMailOf } from './mail/notice-mail.ts';
import type { NoticeText } from './notice-kind.ts';
import { visitorTexts } from './visitor-texts.ts';

const userAgent = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';
const credit = { amount: '2500000.5', ticker: 'INR' };
const bonus = { amount: '0.00005', ticker: 'BTC' };
const bank = { bank: 'एचडीएफ़सी बैंक', digits: '7294' };
const transfer = { ...credit, from: 'main', to: 'futures' };
const code = { amount: '5', ticker: 'USDT', code: '••••-7294' };
const withdrawal = { id: 7, amount: '5', ticker: 'USDT', address: 'sbx1qqq' };
const ticket = { ticketId: 7, topic: 'मेरा सवाल' };

/** One of each kind: a kind without an example does not compile. */
const examples: { [Name in NoticeName]: PayloadOf<Name>[] } = {
  email_confirmation: [{ token: 't0ken' }],
  email_confirmed: [{ email: 'a@test.local' }],
  new_device_sign_in: [
    { ip: '10.0.0.1', userAgent },
    { ip: '10.0.0.1', userAgent: '' },
  ],
  second_step_failed: [{ ip: '10.0.0.1' }],
  anti_phishing_code_changed: [{}],
  factor_recovery_asked: [{}],
  factor_recovery_link: [{ token: 'abc' }],
  factor_recovery_approved: [{ effective: '2026-12-07T10:20:00.000Z' }],
  factor_recovery_due: [{ effective: '2026-12-07T10:20:00.000Z' }],
  factor_recovery_approved_link: [
    { effective: '2026-12-07T10:20:00.000Z', token: 'abc' },
    { effective: '2026-12-07T10:20:00.000Z' },
  ],
  factor_recovery_refused: [{}],
  factor_recovery_stopped: [{}],
  factor_recovery_lapsed: [{}],
  factor_recovery_done: [{}],
  password_recovery: [{ token: 't0ken', code: '123456' }],
  password_changed: [{}, { keysOff: 1 }, { keysOff: 3, lockHours: 168 }],
  password_closed: [{}],
  operator_made: [{ name: 'राधा' }],
  sessions_ended: [{ count: 1 }, { count: 3 }],
  session_stolen: [{ ip: '10.0.0.1', userAgent }],
  code_by_mail: (['sign_in', 'new_device', 'confirm', 'phone', 'email', 'recovery'] as const).map((purpose) => ({
    code: '123456',
    purpose,
  })),
  code_by_text: [{ code: '123456', purpose: 'phone', phone: '+919876543210' }],
  two_factor_enabled: [
    ...(['totp', 'sms_code', 'email_code', 'passkey'] as const).map((method) => ({
      method,
      lockHours: method === 'totp' ? 48 : 0,
    })),
    { method: 'totp', lockHours: 48, keysOff: 1, phone: '+91 •••• 79' },
    { method: 'passkey', lockHours: 48, keysOff: 3 },
  ],
  two_factor_disabled: [
    { method: 'totp', keysOff: true },
    { method: 'passkey', keysOff: false, lockHours: 168 },
  ],
  recovery_codes_made: [{}],
  recovery_code_used: [{ left: 3 }],
  phone_removed: [{ phone: '+91••••3210' }],
  phone_verified: [{ phone: '+91••••3210' }, { phone: '+91••••3210', lockHours: 48 }],
  phone_replaced: [{ former: '+919876543210' }],
  api_key_created: [{ name: 'बॉट', scopes: ['read', 'trade', 'transfer', 'withdraw'] }],
  api_key_enabled: [{ name: 'बॉट' }],
  api_key_disabled: [{ name: 'बॉट' }],
  api_key_revoked: [{ name: 'बॉट' }],
  api_key_deleted: [{ name: 'बॉट' }],
  deletion_requested: [{ day: '2026-12-07' }, { day: '2026-12-07', lapses: ['1.5 USDT'] }],
  deletion_withdrawn: [{}],
  deletion_stopped: [{ reasons: ['balances', 'orders', 'positions', 'transfers', 'codes', 'operator', 'blocked'] }],
  account_closed: [{}],
  account_frozen: [{}],
  account_unfrozen: [{}],
  chat_muted: [{ minutes: 60 }, { minutes: 2_880 }, { minutes: 15 }],
  chat_mute_ended: [{}],
  kyc_approved: [{}],
  kyc_submitted: [{}],
  kyc_resubmission: [{ code: 'unreadable' }, {}],
  kyc_partially_approved: [{ code: 'expired' }],
  kyc_rejected: [{ code: 'underage' }, {}],
  referral_friend_qualified: [{}],
  referral_rewards_paid: [{ paid: '0.75 USDT' }],
  referral_rewards_ending: [{ lapses: ['0.75 USDT', '0.1 BTC'] }],
  sign_up_bonus_granted: [bonus],
  sign_up_bonus_ending: [bonus],
  sign_up_bonus_released: [bonus],
  sign_up_bonus_revoked: [bonus],
  sign_up_bonus_expired: [bonus],
  deposit_seen: [credit, { ...credit, id: 8 }, { ...credit, reason: 'Below the minimum of 1 INR' }],
  deposit_credited: [{ ...credit, id: 8 }],
  wallet_credited: [credit],
  wallet_taken: [{ ...credit, text: 'दो बार जमा' }],
  wallet_given: [{ ...credit, text: 'दो बार जमा' }],
  inr_deposit_credited: [{ ...credit, fee: '15' }],
  invoice_code: [{ amount: '5', ticker: 'USDT', owner: 'आशा', code: '123456' }],
  invoice_received: [{ amount: '5', ticker: 'USDT' }],
  invoice_paid: [{ amount: '5', ticker: 'USDT', owner: 'आशा' }],
  provider_deposit_credited: [{ amount: '495', fee: '5', ticker: 'INR', id: 7 }],
  provider_deposit_refused: [{ amount: '500', ticker: 'INR', id: 7 }],
  provider_deposit_review: [{ amount: '500', ticker: 'INR', id: 7 }],
  inr_deposit_refused: [{ ...credit, reason: 'दूसरी राशि' }],
  inr_bank_added: [bank],
  inr_bank_active: [bank],
  inr_bank_canceled: [{ ...bank, reason: 'दूसरा नाम' }],
  ...loanExamples(),
  transfer_completed: [transfer],
  transfer_refused: [transfer],
  export_ready: [{ title: 'Transactions', days: 7 }],
  export_failed: [
    { title: 'Transactions', rowsMax: null },
    { title: 'Transactions', rowsMax: 10_000 },
  ],
  transfer_code_confirmation: [{ amount: '5', ticker: 'USDT', code: '123456' }],
  transfer_code_created: [code],
  transfer_code_used: [code],
  transfer_code_activated: [code],
  withdrawal_code_by_mail: [
    { ...withdrawal, code: '123456', token: 'x' },
    { ...withdrawal, memo: '104723', code: '123456', token: 'x' },
    { ...withdrawal, isToAccount: true, code: '123456', token: 'x' },
  ],
  withdrawal_code_by_text: [{ ...withdrawal, code: '123456', phone: '+919876543210' }],
  withdrawal_requested: [withdrawal, { ...withdrawal, memo: '' }],
  withdrawal_confirmed: [withdrawal, { id: 7, ...credit }],
  withdrawal_in_review: [withdrawal],
  withdrawal_sent: [withdrawal],
  withdrawal_finished: [withdrawal],
  withdrawal_failed: [withdrawal, { ...withdrawal, reason: 'The network has refused it' }],
  withdrawal_canceled: [withdrawal],
  address_saved: [{ name: 'बटुआ', address: 'sbx1qqq', hours: 24 }],
  address_list_switched: [
    { isOn: true, hours: 24 },
    { isOn: false, hours: 24 },
  ],
  margin_call: [
    { market: 'BTC_USDT', isAccount: true, coverPercent: '140' },
    { market: 'BTC_USDT', isAccount: false, coverPercent: '140' },
  ],
  position_liquidated: [{ market: 'BTC_USDT' }],
  position_deleveraged: [{ market: 'BTC_USDT' }],
  ticket_received: [ticket],
  chat_answered: [{}],
  chat_answered_soon: [{}],
  ticket_answered: [ticket],
  ticket_status_changed: (['created', 'in_proccess', 'fixed', 'cancelled'] as const).map((status) => ({
    ...ticket,
    status,
  })),
  opened: [
    { name: 'The OTC desk', path: '/', feature: 'otc' },
    { name: 'BTC/USDT', path: '/trade/BTC_USDT' },
  ],
};

function loanExamples() {
  const example = {
    loanId: 7,
    role: 'borrow' as const,
    type: 2,
    status: 31,
    lent: { amount: '500', ticker: 'USDT' },
    days: 10,
    percent: '0.1',
    moved: { amount: '0.01', ticker: 'BTC' },
    price: '75000',
  };
  const kinds = Object.keys({ ...loanNotices, ...loanRiskNotices }) as (
    | keyof typeof loanNotices
    | keyof typeof loanRiskNotices
  )[];
  return Object.fromEntries(kinds.map((kind) => [kind, [example]])) as Record<(typeof kinds)[number], [typeof example]>;
}

/** Whether the client has a page of that address. */
function isPage(path: string): boolean {
  const { pathname } = new URL(path, 'https://pelican.test');
  return pagePatterns().some((pattern) => new RegExp(`^${pattern.replace(/:[^/]+/g, '[^/]+')}$`).test(pathname));
}

const cases = Object.entries(examples).flatMap(([kind, payloads]) =>
  payloads.map((payload, at) => [`${kind} ${at + 1}`, { kind, payload }] as const),
);

/** What is written in Latin letters in Hindi too: names, tickers, addresses and terms of the field. */
const latin =
  /Pelican|API|KYC|SMS|OTC|P2P|Chrome|Windows|[A-Z]{3,4}(?:_[A-Z]+|\/[A-Z]+)?|\S+@\S+|https:\/\/\S+|heron7|sbx1\w+/g;

function expectHindi({ title, text, link }: NoticeText): void {
  for (const part of [title, text, link?.label ?? '']) expect(part.replace(latin, '')).not.toMatch(/[A-Za-z]/);
  expect(title).toMatch(/\p{Script=Devanagari}/u);
}

describe('a notice', () => {
  test.each(cases)('%s is in English and in Hindi', (_, notice) => {
    const [english, hindi] = languageCodes.map((locale) => renderNotice({ ...notice, locale }));
    expect(english?.title).not.toMatch(/\p{Script=Devanagari}/u);
    expectHindi(hindi as NoticeText);
    expect(hindi?.link?.path).toBe(english?.link?.path);
    if (english?.link) expect(english.link.path).toSatisfy(isPage);
    for (const { title, text } of [english, hindi] as NoticeText[]) {
      expect(title).not.toMatch(/[\r\n]/);
      expect(`${title} ${text}`).not.toMatch(/undefined|null|NaN|\[object| {2}/);
    }
  });

  test('of a reader whose language has no texts is in English', () => {
    const { title } = renderNotice({ kind: 'kyc_approved', payload: {}, locale: 'xx' });
    expect(title).toBe(kindOf('kyc_approved').text.en({}).title);
  });

  test.each([
    ['wallet_credited', credit, '25,00,000.5 INR जमा हुए'],
    ['wallet_credited', { amount: '2500000', ticker: 'USDT' }, '25,00,000 USDT जमा हुए'],
    ['ticket_status_changed', { ...ticket, status: 'fixed' }, 'टिकट 7 हल हो गया है'],
  ])('%s: figures are in the way of the language', (kind, payload, title) => {
    expect(renderNotice({ kind, payload, locale: 'hi' }).title).toBe(title);
  });

  test('dates and durations are in the way of the language', () => {
    const textOf = (kind: string, payload: unknown, locale: string) => renderNotice({ kind, payload, locale }).text;
    expect(textOf('deletion_requested', { day: '2026-12-07' }, 'hi')).toContain('7 दिसंबर 2026');
    expect(textOf('deletion_requested', { day: '2026-12-07' }, 'en')).toContain('7 December 2026');
    expect(textOf('chat_muted', { minutes: 2_880 }, 'hi')).toContain('2 दिन');
    expect(textOf('chat_muted', { minutes: 15 }, 'en')).toContain('15 minutes');
  });

  const to = { ...withdrawal, code: '123456', token: 'x', phone: '+919876543210' };
  test.each([
    ['withdrawal_code_by_mail', '104723'],
    ['withdrawal_code_by_text', '104723'],
    ['withdrawal_requested', '104723'],
    ['withdrawal_confirmed', '104723'],
    ['withdrawal_in_review', '104723'],
    ['withdrawal_code_by_mail', ''],
  ])('%s names the memo that decides who receives it: "%s"', (kind, memo) => {
    const [english, hindi] = languageCodes.map(
      (locale) => renderNotice({ kind, payload: { ...to, memo }, locale }).text,
    );
    expect(english).toContain(memo === '' ? 'sbx1qqq without a memo' : 'sbx1qqq with the memo “104723”');
    expect(hindi).toContain(memo === '' ? 'sbx1qqq (बिना मेमो के)' : 'sbx1qqq (मेमो “104723”)');
  });

  test('the mail of a withdrawal to a bank or a provider has its account compared, any other the address', () => {
    const textOf = (payload: object, locale: string) =>
      renderNotice({ kind: 'withdrawal_code_by_mail', payload: { ...to, ...payload }, locale }).text;
    expect(textOf({ isToAccount: true }, 'en')).toContain('Compare the account and the amount.');
    expect(textOf({ isToAccount: true }, 'hi')).toContain('खाता और राशि मिला लें।');
    expect(textOf({}, 'en')).toContain('Compare the address and the amount.');
  });

  test('of an earlier release, with the reason as a text, is still read', () => {
    const payload = { reason: 'The document has expired' };
    const { text } = renderNotice({ kind: 'kyc_resubmission', payload, locale: 'en' });
    expect(text).toBe('The document has expired. The verification page says what to send.');
  });
});

describe('the mail', () => {
  test.each(cases)('of %s is in Hindi from its first line to its last', (_, notice) => {
    const { html, text, subject } = noticeMail(renderNotice({ ...notice, locale: 'hi' }), {
      publicUrl: 'https://pelican.test',
      language: 'hi',
      antiPhishingCode: 'heron7',
    });
    expect(html).toMatch(/<html[^>]* lang="hi"/);
    expect(`${subject}\n${text}`.replace(latin, '')).not.toMatch(/[A-Za-z]/);
    const shown = html.replace(/<head>.*<\/head>/s, '').replace(/<[^>]*>/g, '\n');
    expect(shown.replace(latin, '').replace(/&\w+;/g, '')).not.toMatch(/[A-Za-z]{2}/);
    expect(text).toContain('आपका एंटी-फ़िशिंग कोड: heron7');
  });

  test.each([
    ['a form', visitorTexts.form_received.hi({ form: 'listing', id: 7 })],
    ['a decision', visitorTexts.form_state_changed.hi({ id: 7, state: 'approved', reason: '' })],
    ['an opening', visitorTexts.opened.hi({ name: 'Staking', path: '/', feature: 'staking' })],
  ])('to a visitor about %s is in Hindi too', (_, given) => {
    const { html, text } = visitorMailOf(given, { publicUrl: 'https://pelican.test', language: 'hi' });
    expectHindi(given);
    expect(html).toMatch(/<html[^>]* lang="hi"/);
    expect(text.replace(latin, '')).not.toMatch(/[A-Za-z]/);
  });
});
