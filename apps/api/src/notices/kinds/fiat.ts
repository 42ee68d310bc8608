/** Notices of deposits by payment providers. */
import { walletRecordPath } from '@pelican/shared/client-paths';
import * as z from 'zod/mini';
import { noticeKind } from '../notice-kind.ts';
import { amountText } from './words.ts';

/** `id`: of the deposit. */
const deposit = z.object({ amount: z.string(), ticker: z.string(), id: z.number() });

const record = (id: number) => ({
  en: { label: 'Open the deposit', path: walletRecordPath('deposit', id) },
  hi: { label: 'जमा खोलें', path: walletRecordPath('deposit', id) },
});

export const fiatNotices = {
  provider_deposit_credited: noticeKind({
    category: 'wallet',
    channels: ['in_app', 'mail', 'text'],
    tone: 'success',
    payload: z.extend(deposit, { fee: z.string() }),
    text: {
      en: ({ amount, fee, ticker, id }) => ({
        title: `${amountText(amount, ticker, 'en')} deposited`,
        text: `Your payment has arrived. After a fee of ${amountText(fee, ticker, 'en')}, ${amountText(amount, ticker, 'en')} are in your main wallet.`,
        link: record(id).en,
      }),
      hi: ({ amount, fee, ticker, id }) => ({
        title: `${amountText(amount, ticker, 'hi')} जमा हुए`,
        text: `आपका भुगतान पहुँच गया है। ${amountText(fee, ticker, 'hi')} शुल्क के बाद ${amountText(amount, ticker, 'hi')} आपके मुख्य वॉलेट में हैं।`,
        link: record(id).hi,
      }),
    },
  }),
  provider_deposit_refused: noticeKind({
    category: 'wallet',
    channels: ['in_app', 'mail'],
    tone: 'warning',
    payload: deposit,
    text: {
      en: ({ amount, ticker, id }) => ({
        title: 'Your deposit was not paid',
        text: `The payment of ${amountText(amount, ticker, 'en')} was refused. Nothing was deposited.`,
        link: record(id).en,
      }),
      hi: ({ amount, ticker, id }) => ({
        title: 'आपकी जमा राशि का भुगतान नहीं हुआ',
        text: `${amountText(amount, ticker, 'hi')} का भुगतान अस्वीकार हो गया। कुछ भी जमा नहीं हुआ है।`,
        link: record(id).hi,
      }),
    },
  }),
  provider_deposit_review: noticeKind({
    category: 'wallet',
    channels: ['in_app', 'mail'],
    tone: 'info',
    payload: deposit,
    text: {
      en: ({ amount, ticker, id }) => ({
        title: 'We are checking your deposit',
        text: `The payment for your deposit of ${amountText(amount, ticker, 'en')} differs from what was asked. We check it and tell you the result.`,
        link: record(id).en,
      }),
      hi: ({ amount, ticker, id }) => ({
        title: 'हम आपकी जमा राशि जाँच रहे हैं',
        text: `${amountText(amount, ticker, 'hi')} की जमा राशि का भुगतान माँगी गई राशि से अलग है। हम इसे जाँचकर आपको परिणाम बताएँगे।`,
        link: record(id).hi,
      }),
    },
  }),
};
