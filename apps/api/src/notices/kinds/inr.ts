/** Notices of bank accounts in India, and of what is paid by them. */
import * as z from 'zod/mini';
import { noticeKind } from '../notice-kind.ts';
import { ifNotYou } from './words.ts';

/** `digits`: the last four of the account number. */
const bank = z.object({ bank: z.string(), digits: z.string() });
const banks = {
  en: { label: 'Open your bank accounts', path: '/user/inr-banks' },
  hi: { label: 'अपने बैंक खाते खोलें', path: '/user/inr-banks' },
};

export const inrNotices = {
  inr_bank_added: noticeKind({
    category: 'wallet',
    channels: ['in_app', 'mail', 'text'],
    // Money can leave the account by it: no choice keeps that from its owner.
    forced: ['in_app', 'mail'],
    tone: 'info',
    quiet: true,
    payload: bank,
    text: {
      en: ({ bank: name, digits }) => ({
        title: 'A bank account was added',
        text: `The account ending in ${digits} at ${name} was added to your account. ${ifNotYou.en}`,
        link: banks.en,
      }),
      hi: ({ bank: name, digits }) => ({
        title: 'बैंक खाता जोड़ा गया',
        text: `${name} में ${digits} पर समाप्त होने वाला खाता आपके खाते में जोड़ा गया है। ${ifNotYou.hi}`,
        link: banks.hi,
      }),
    },
  }),
  inr_bank_active: noticeKind({
    category: 'wallet',
    channels: ['in_app', 'mail'],
    tone: 'success',
    payload: bank,
    text: {
      en: ({ bank: name, digits }) => ({
        title: 'Your bank account is verified',
        text: `You can deposit and withdraw rupees with the account ending in ${digits} at ${name}.`,
        link: banks.en,
      }),
      hi: ({ bank: name, digits }) => ({
        title: 'आपका बैंक खाता सत्यापित हो गया',
        text: `आप ${name} में ${digits} पर समाप्त होने वाले खाते से रुपये जमा कर सकते हैं और निकाल सकते हैं।`,
        link: banks.hi,
      }),
    },
  }),
  inr_bank_canceled: noticeKind({
    category: 'wallet',
    channels: ['in_app', 'mail'],
    tone: 'warning',
    payload: z.extend(bank, { reason: z.string() }),
    text: {
      en: ({ bank: name, digits, reason }) => ({
        title: 'Your bank account was not verified',
        text: `The account ending in ${digits} at ${name} was not verified: ${reason} Please check your data and try again.`,
        link: banks.en,
      }),
      hi: ({ bank: name, digits, reason }) => ({
        title: 'आपका बैंक खाता सत्यापित नहीं हुआ',
        text: `${name} में ${digits} पर समाप्त होने वाला खाता सत्यापित नहीं हुआ: ${reason} कृपया विवरण जाँचें और फिर से कोशिश करें।`,
        link: banks.hi,
      }),
    },
  }),
};
