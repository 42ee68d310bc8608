/** Notices of invoices. */
import { invoicesPath, paths } from '@pelican/shared/client-paths';
import * as z from 'zod/mini';
import { noticeKind } from '../notice-kind.ts';
import { amountText, ifNotYou } from './words.ts';

const codeSeconds = 600;
const money = z.object({ amount: z.string(), ticker: z.string() });
/** `owner`: nickname of the one who is paid. */
const payment = z.extend(money, { owner: z.string() });

const wallets = {
  en: { label: 'Open your wallets', path: paths.walletList },
  hi: { label: 'अपने वॉलेट खोलें', path: paths.walletList },
};

const invoices = {
  en: { label: 'Open your invoices', path: invoicesPath },
  hi: { label: 'अपने इनवॉइस खोलें', path: invoicesPath },
};

export const invoiceNotices = {
  invoice_code: noticeKind({
    category: 'security',
    channels: ['mail'],
    tone: 'warning',
    secretSeconds: codeSeconds,
    payload: z.extend(payment, { code: z.string() }),
    text: {
      en: ({ amount, ticker, owner, code }) => ({
        title: 'Confirm a payment',
        text: `You are about to pay ${amountText(amount, ticker, 'en')} to ${owner}. Your code is ${code}. It is good for ten minutes. ${ifNotYou.en}`,
      }),
      hi: ({ amount, ticker, owner, code }) => ({
        title: 'भुगतान की पुष्टि करें',
        text: `आप ${owner} को ${amountText(amount, ticker, 'hi')} का भुगतान करने वाले हैं। आपका कोड ${code} है। यह दस मिनट तक मान्य है। ${ifNotYou.hi}`,
      }),
    },
  }),
  invoice_received: noticeKind({
    category: 'wallet',
    channels: ['in_app', 'mail', 'text'],
    tone: 'success',
    payload: money,
    text: {
      en: ({ amount, ticker }) => ({
        title: 'Your invoice was paid',
        text: `${amountText(amount, ticker, 'en')} are in your main wallet.`,
        link: invoices.en,
      }),
      hi: ({ amount, ticker }) => ({
        title: 'आपके इनवॉइस का भुगतान हो गया',
        text: `${amountText(amount, ticker, 'hi')} आपके मुख्य वॉलेट में हैं।`,
        link: invoices.hi,
      }),
    },
  }),
  invoice_paid: noticeKind({
    category: 'wallet',
    channels: ['in_app', 'mail'],
    forced: ['in_app', 'mail'],
    tone: 'info',
    quiet: true,
    payload: payment,
    text: {
      en: ({ amount, ticker, owner }) => ({
        title: 'You have paid an invoice',
        text: `${amountText(amount, ticker, 'en')} went from your main wallet to ${owner}. ${ifNotYou.en}`,
        link: wallets.en,
      }),
      hi: ({ amount, ticker, owner }) => ({
        title: 'आपने एक इनवॉइस का भुगतान किया',
        text: `${amountText(amount, ticker, 'hi')} आपके मुख्य वॉलेट से ${owner} को गए। ${ifNotYou.hi}`,
        link: wallets.hi,
      }),
    },
  }),
};
