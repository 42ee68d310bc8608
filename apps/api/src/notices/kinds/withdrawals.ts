/** Notices of withdrawals and saved addresses. Amounts are decimals without needless zeros. */
import { addressesPath, pathWithToken, walletRecordPath, withdrawConfirmPath } from '@pelican/shared/client-paths';
import type { Language } from '@pelican/shared/contracts/system';
import { confirmMinutes } from '@pelican/shared/contracts/withdrawals';
import * as z from 'zod/mini';
import { type NoticeText, noticeKind } from '../notice-kind.ts';
import { amountText, codeSeconds, durationText, ifNotYou } from './words.ts';

const withdrawal = z.object({
  id: z.number(),
  amount: z.string(),
  ticker: z.string(),
  address: z.optional(z.string()),
  /** Of a network that distinguishes receivers by memos; empty for a receiver who needs none. */
  memo: z.optional(z.string()),
  /** It goes to an account, at a bank or a payment provider, and to no address of a network. */
  isToAccount: z.optional(z.boolean()),
  reason: z.optional(z.string()),
});
type Payload = z.output<typeof withdrawal>;

const withdrawalPage: Record<Language, (payload: Pick<Payload, 'id'>) => NonNullable<NoticeText['link']>> = {
  en: ({ id }) => ({ label: 'Open the withdrawal', path: walletRecordPath('withdrawal', id) }),
  hi: ({ id }) => ({ label: 'निकासी देखें', path: walletRecordPath('withdrawal', id) }),
};
const addressesPage = {
  en: { label: 'Open your addresses', path: addressesPath },
  hi: { label: 'अपने पते खोलें', path: addressesPath },
};

const amountOf = ({ amount, ticker }: Pick<Payload, 'amount' | 'ticker'>, language: Language) =>
  amountText(amount, ticker, language);
/** With the memo, which decides who receives it where many share one address. */
function toEn({ address = 'your bank account', memo }: Payload): string {
  if (memo === undefined) return address;
  return memo === '' ? `${address} without a memo` : `${address} with the memo “${memo}”`;
}
function toHi({ address = 'आपके बैंक खाते', memo }: Payload): string {
  if (memo === undefined) return address;
  return memo === '' ? `${address} (बिना मेमो के)` : `${address} (मेमो “${memo}”)`;
}
const compare: Record<Language, (payload: Payload) => string> = {
  en: ({ memo, isToAccount }) =>
    `Compare the ${isToAccount ? 'account' : 'address'}${memo === undefined ? ' and' : ', the memo and'} the amount.`,
  hi: ({ memo, isToAccount }) => `${isToAccount ? 'खाता' : 'पता'}${memo === undefined ? '' : ', मेमो'} और राशि मिला लें।`,
};
const withReason = ({ reason }: Payload) => (reason === undefined ? '' : ` ${reason}`);

type Sentences = Record<Language, (payload: Payload) => Pick<NoticeText, 'title' | 'text'>>;

function withdrawalNotice(
  facts: Pick<Parameters<typeof noticeKind>[0], 'channels' | 'forced' | 'tone' | 'quiet'>,
  sentences: Sentences,
) {
  return noticeKind({
    category: 'wallet',
    ...facts,
    payload: withdrawal,
    text: {
      en: (payload: Payload) => ({ ...sentences.en(payload), link: withdrawalPage.en(payload) }),
      hi: (payload: Payload) => ({ ...sentences.hi(payload), link: withdrawalPage.hi(payload) }),
    },
  });
}

const everywhere = { channels: ['in_app', 'mail', 'text'] } as const;
/** Money leaves the account: no choice keeps that from its owner. */
const forced = { ...everywhere, forced: ['in_app', 'mail'] } as const;

export const withdrawalNotices = {
  withdrawal_code_by_mail: noticeKind({
    category: 'security',
    channels: ['mail'],
    tone: 'warning',
    secretSeconds: codeSeconds,
    payload: z.object({ ...withdrawal.shape, code: z.string(), token: z.string() }),
    text: {
      en: ({ code, token, ...payload }) => ({
        title: 'Check your withdrawal and confirm it',
        text:
          `You have asked to withdraw ${amountOf(payload, 'en')} to ${toEn(payload)}. ${compare.en(payload)} ` +
          `If they are right, confirm by the link within ${durationText(confirmMinutes, 'en')}, or enter the code ${code} within ${durationText(codeSeconds / 60, 'en')}. Never tell it to anybody. ${ifNotYou.en}`,
        link: { label: 'Confirm the withdrawal', path: pathWithToken(withdrawConfirmPath, token) },
      }),
      hi: ({ code, token, ...payload }) => ({
        title: 'अपनी निकासी जाँचें और पुष्टि करें',
        text:
          `आपने ${amountOf(payload, 'hi')} ${toHi(payload)} पर भेजने का अनुरोध किया है। ${compare.hi(payload)} ` +
          `सही होने पर ${durationText(confirmMinutes, 'hi')} के भीतर लिंक से पुष्टि करें, या ${durationText(codeSeconds / 60, 'hi')} के भीतर कोड ${code} डालें। यह कोड किसी को न बताएँ। ${ifNotYou.hi}`,
        link: { label: 'निकासी की पुष्टि करें', path: pathWithToken(withdrawConfirmPath, token) },
      }),
    },
  }),
  withdrawal_code_by_text: noticeKind({
    category: 'security',
    channels: ['text'],
    tone: 'warning',
    secretSeconds: codeSeconds,
    recipient: ({ phone }) => phone,
    payload: z.object({ ...withdrawal.shape, code: z.string(), phone: z.string() }),
    text: {
      en: ({ code, phone: _phone, ...payload }) => ({
        title: 'Your code to confirm a withdrawal',
        text: `${code}. It confirms the withdrawal of ${amountOf(payload, 'en')} to ${toEn(payload)}. Never tell it to anybody.`,
      }),
      hi: ({ code, phone: _phone, ...payload }) => ({
        title: 'निकासी की पुष्टि के लिए आपका कोड',
        text: `${code}। इससे ${amountOf(payload, 'hi')} की ${toHi(payload)} पर निकासी की पुष्टि होती है। इसे किसी को न बताएँ।`,
      }),
    },
  }),
  withdrawal_requested: withdrawalNotice(
    { channels: ['in_app'], tone: 'info', quiet: true },
    {
      en: (payload) => ({
        title: `Withdrawal of ${amountOf(payload, 'en')} requested`,
        text: `To ${toEn(payload)}. Deposit or withdrawal of unconfirmed kind: check your email to confirm withdraw operation.`,
      }),
      hi: (payload) => ({
        title: `${amountOf(payload, 'hi')} की निकासी का अनुरोध`,
        text: `${toHi(payload)} पर। निकासी की पुष्टि अभी बाकी है: पुष्टि करने के लिए अपना ईमेल देखें।`,
      }),
    },
  ),
  withdrawal_confirmed: withdrawalNotice(
    { ...forced, tone: 'info', quiet: true },
    {
      en: (payload) => ({
        title: `Withdrawal of ${amountOf(payload, 'en')} confirmed`,
        text: `It goes to ${toEn(payload)} next. ${ifNotYou.en}`,
      }),
      hi: (payload) => ({
        title: `${amountOf(payload, 'hi')} की निकासी की पुष्टि हुई`,
        text: `यह जल्द ही ${toHi(payload)} पर भेजी जाएगी। ${ifNotYou.hi}`,
      }),
    },
  ),
  withdrawal_in_review: withdrawalNotice(
    { ...forced, tone: 'info' },
    {
      en: (payload) => ({
        title: `Withdrawal of ${amountOf(payload, 'en')} is reviewed`,
        text: `We look at large and unusual withdrawals before they are sent, usually within a day. It would go to ${toEn(payload)}. ${ifNotYou.en}`,
      }),
      hi: (payload) => ({
        title: `${amountOf(payload, 'hi')} की निकासी की जाँच हो रही है`,
        text: `बड़ी और असामान्य निकासी भेजने से पहले हम उसकी जाँच करते हैं, आमतौर पर एक दिन के भीतर। यह ${toHi(payload)} पर जाएगी। ${ifNotYou.hi}`,
      }),
    },
  ),
  withdrawal_sent: withdrawalNotice(
    { ...everywhere, tone: 'info' },
    {
      en: (payload) => ({
        title: `Withdrawal of ${amountOf(payload, 'en')} sent`,
        text: `It is on its way to ${toEn(payload)}.`,
      }),
      hi: (payload) => ({
        title: `${amountOf(payload, 'hi')} की निकासी भेजी गई`,
        text: `यह ${toHi(payload)} के रास्ते में है।`,
      }),
    },
  ),
  withdrawal_finished: withdrawalNotice(
    { ...everywhere, tone: 'success' },
    {
      en: (payload) => ({
        title: `Withdrawal of ${amountOf(payload, 'en')} finished`,
        text: `The money has arrived at ${toEn(payload)}.`,
      }),
      hi: (payload) => ({
        title: `${amountOf(payload, 'hi')} की निकासी पूरी हुई`,
        text: `राशि ${toHi(payload)} पर पहुँच गई है।`,
      }),
    },
  ),
  withdrawal_failed: withdrawalNotice(
    { ...everywhere, tone: 'warning' },
    {
      en: (payload) => ({
        title: `Withdrawal of ${amountOf(payload, 'en')} was not sent`,
        text: `The money is in your main wallet again.${withReason(payload)}`,
      }),
      hi: (payload) => ({
        title: `${amountOf(payload, 'hi')} की निकासी नहीं भेजी गई`,
        text: 'राशि फिर से आपके मुख्य वॉलेट में है।',
      }),
    },
  ),
  withdrawal_canceled: withdrawalNotice(
    { ...everywhere, tone: 'info', quiet: true },
    {
      en: (payload) => ({
        title: `Withdrawal of ${amountOf(payload, 'en')} canceled`,
        text: `The money is in your main wallet again.${withReason(payload)}`,
      }),
      hi: (payload) => ({
        title: `${amountOf(payload, 'hi')} की निकासी रद्द हुई`,
        text: 'राशि फिर से आपके मुख्य वॉलेट में है।',
      }),
    },
  ),
  address_saved: noticeKind({
    category: 'security',
    channels: ['in_app', 'mail', 'text'],
    forced: ['in_app', 'mail'],
    tone: 'info',
    quiet: true,
    payload: z.object({ name: z.string(), address: z.string(), hours: z.number() }),
    text: {
      en: ({ name, address, hours }) => ({
        title: 'A withdrawal address was saved',
        text: `${name}: ${address}. Where only saved addresses are allowed, it can be used in ${durationText(hours * 60, 'en')}. ${ifNotYou.en}`,
        link: addressesPage.en,
      }),
      hi: ({ name, address, hours }) => ({
        title: 'निकासी का एक पता सहेजा गया',
        text: `${name}: ${address}। जहाँ केवल सहेजे गए पते मान्य हैं, वहाँ इसका उपयोग ${durationText(hours * 60, 'hi')} बाद हो सकेगा। ${ifNotYou.hi}`,
        link: addressesPage.hi,
      }),
    },
  }),
  address_list_switched: noticeKind({
    category: 'security',
    channels: ['in_app', 'mail', 'text'],
    forced: ['in_app', 'mail'],
    tone: 'info',
    quiet: true,
    payload: z.object({ isOn: z.boolean(), hours: z.number() }),
    text: {
      en: ({ isOn, hours }) => ({
        title: isOn ? 'Withdrawals go to saved addresses alone' : 'Withdrawals to any address will be possible again',
        text: isOn
          ? `Other addresses are refused from now on. ${ifNotYou.en}`
          : `In ${durationText(hours * 60, 'en')} withdrawals may go to addresses that are not saved. ${ifNotYou.en}`,
        link: addressesPage.en,
      }),
      hi: ({ isOn, hours }) => ({
        title: isOn ? 'निकासी अब केवल सहेजे गए पतों पर होगी' : 'निकासी फिर से किसी भी पते पर हो सकेगी',
        text: isOn
          ? `अब से दूसरे पते स्वीकार नहीं होंगे। ${ifNotYou.hi}`
          : `${durationText(hours * 60, 'hi')} बाद निकासी उन पतों पर भी हो सकेगी जो सहेजे नहीं गए हैं। ${ifNotYou.hi}`,
        link: addressesPage.hi,
      }),
    },
  }),
};
