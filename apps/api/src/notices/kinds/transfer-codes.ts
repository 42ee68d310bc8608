/** Notices of transfer codes. The payload's code is its last characters alone. */
import { paths } from '@pelican/shared/client-paths';
import * as z from 'zod/mini';
import { noticeKind } from '../notice-kind.ts';
import { amountText, ifNotYou } from './words.ts';

const transferCode = z.object({ amount: z.string(), ticker: z.string(), code: z.string() });
const codes = {
  en: { label: 'Open your codes', path: paths.codes },
  hi: { label: 'अपने कोड खोलें', path: paths.codes },
};

const codeSeconds = 600;

export const transferCodeNotices = {
  transfer_code_confirmation: noticeKind({
    category: 'security',
    channels: ['mail'],
    tone: 'warning',
    secretSeconds: codeSeconds,
    payload: transferCode,
    text: {
      en: ({ amount, ticker, code }) => ({
        title: 'Confirm a transfer code',
        text: `You are about to create a transfer code of ${amountText(amount, ticker, 'en')}: anyone who has it can take the money. Your confirmation code is ${code}. It is good for ten minutes. ${ifNotYou.en}`,
      }),
      hi: ({ amount, ticker, code }) => ({
        title: 'ट्रांसफ़र कोड की पुष्टि करें',
        text: `आप ${amountText(amount, ticker, 'hi')} का ट्रांसफ़र कोड बनाने वाले हैं: वह जिसके पास हो, पैसा ले सकता है। आपका पुष्टि कोड ${code} है। यह दस मिनट तक मान्य है। ${ifNotYou.hi}`,
      }),
    },
  }),
  transfer_code_created: noticeKind({
    category: 'wallet',
    channels: ['in_app', 'mail', 'text'],
    // Money can leave the account by it: no choice keeps that from its owner.
    forced: ['in_app', 'mail'],
    tone: 'info',
    quiet: true,
    payload: transferCode,
    text: {
      en: ({ amount, ticker, code }) => ({
        title: `Transfer code of ${amountText(amount, ticker, 'en')} created`,
        text: `The one who has the code ${code} can activate it. Until then you can delete it. ${ifNotYou.en}`,
        link: codes.en,
      }),
      hi: ({ amount, ticker, code }) => ({
        title: `${amountText(amount, ticker, 'hi')} का ट्रांसफ़र कोड बनाया गया`,
        text: `कोड ${code} जिसके पास है, वह उसे सक्रिय कर सकता है। तब तक आप उसे हटा सकते हैं। ${ifNotYou.hi}`,
        link: codes.hi,
      }),
    },
  }),
  transfer_code_used: noticeKind({
    category: 'wallet',
    channels: ['in_app', 'mail', 'text'],
    tone: 'info',
    payload: transferCode,
    text: {
      en: ({ amount, ticker, code }) => ({
        title: 'Your transfer code was used',
        text: `The code ${code} of ${amountText(amount, ticker, 'en')} was activated by another user.`,
        link: codes.en,
      }),
      hi: ({ amount, ticker, code }) => ({
        title: 'आपका ट्रांसफ़र कोड इस्तेमाल हुआ',
        text: `${amountText(amount, ticker, 'hi')} का कोड ${code} किसी दूसरे उपयोगकर्ता ने सक्रिय किया है।`,
        link: codes.hi,
      }),
    },
  }),
  transfer_code_activated: noticeKind({
    category: 'wallet',
    channels: ['in_app', 'mail', 'text'],
    tone: 'success',
    quiet: true,
    payload: transferCode,
    text: {
      en: ({ amount, ticker, code }) => ({
        title: `${amountText(amount, ticker, 'en')} received by a transfer code`,
        text: `You have activated the code ${code}. The money is in your main wallet.`,
        link: codes.en,
      }),
      hi: ({ amount, ticker, code }) => ({
        title: `ट्रांसफ़र कोड से ${amountText(amount, ticker, 'hi')} मिले`,
        text: `आपने कोड ${code} सक्रिय किया है। राशि आपके मुख्य वॉलेट में है।`,
        link: codes.hi,
      }),
    },
  }),
};
