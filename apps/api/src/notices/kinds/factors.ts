/** Notices of second factors: what guards an account, and how its owner gets in without it. */
import type { Language } from '@pelican/shared/contracts/system';
import * as z from 'zod/mini';
import { noticeKind } from '../notice-kind.ts';
import { ifNotYou } from './words.ts';

const everywhere = ['in_app', 'mail', 'text'] as const;
const methods = ['totp', 'sms_code', 'email_code', 'passkey'] as const;
const method = z.enum(methods);

const methodNames: Record<Language, Record<(typeof methods)[number], string>> = {
  en: {
    totp: 'An authenticator app',
    sms_code: 'A code by text message',
    email_code: 'A code by mail',
    passkey: 'A passkey',
  },
  hi: {
    totp: 'ऑथेंटिकेटर ऐप',
    sms_code: 'SMS से मिलने वाला कोड',
    email_code: 'ईमेल से मिलने वाला कोड',
    passkey: 'पासकी',
  },
};

export const factorNotices = {
  two_factor_enabled: noticeKind({
    category: 'security',
    channels: everywhere,
    tone: 'success',
    quiet: true,
    payload: z.object({ method, isLocked: z.optional(z.boolean()) }),
    text: {
      en: (given) => ({
        title: 'Two-Factor authentication enabled',
        text: `${methodNames.en[given.method]} now guards your account. ${given.isLocked ? 'Nothing can be withdrawn for two days. ' : ''}${ifNotYou.en}`,
      }),
      hi: (given) => ({
        title: 'टू-फ़ैक्टर प्रमाणीकरण चालू हुआ',
        text: `अब आपका खाता इससे सुरक्षित है: ${methodNames.hi[given.method]}। ${given.isLocked ? 'दो दिन तक निकासी नहीं हो सकेगी। ' : ''}${ifNotYou.hi}`,
      }),
    },
  }),
  two_factor_disabled: noticeKind({
    category: 'security',
    channels: everywhere,
    forced: ['text'],
    tone: 'warning',
    payload: z.object({ method, keysOff: z.boolean() }),
    text: {
      en: ({ method: name, keysOff }) => ({
        title: 'Two-Factor authentication disabled',
        text: `${methodNames.en[name]} no longer guards your account${keysOff ? ', and all its API keys were deactivated' : ''}. Nothing can be withdrawn for two days. ${ifNotYou.en}`,
      }),
      hi: ({ method: name, keysOff }) => ({
        title: 'टू-फ़ैक्टर प्रमाणीकरण बंद हुआ',
        text: `अब आपका खाता इससे सुरक्षित नहीं है: ${methodNames.hi[name]}।${keysOff ? ' खाते की सभी API कुंजियाँ निष्क्रिय कर दी गई हैं।' : ''} दो दिन तक निकासी नहीं हो सकेगी। ${ifNotYou.hi}`,
      }),
    },
  }),
  recovery_codes_made: noticeKind({
    category: 'security',
    channels: everywhere,
    tone: 'warning',
    quiet: true,
    payload: z.object({}),
    text: {
      en: () => ({
        title: 'New recovery codes',
        text: `Recovery codes of your account were made anew; those of before count no longer. ${ifNotYou.en}`,
      }),
      hi: () => ({
        title: 'नए रिकवरी कोड',
        text: `आपके खाते के रिकवरी कोड नए सिरे से बनाए गए हैं; पुराने कोड अब मान्य नहीं हैं। ${ifNotYou.hi}`,
      }),
    },
  }),
  recovery_code_used: noticeKind({
    category: 'security',
    channels: everywhere,
    tone: 'warning',
    payload: z.object({ left: z.number() }),
    text: {
      en: ({ left }) => ({
        title: 'A recovery code was used',
        text: `A recovery code of your account was used; ${left} are left. ${ifNotYou.en}`,
      }),
      hi: ({ left }) => ({
        title: 'रिकवरी कोड का उपयोग हुआ',
        text: `आपके खाते का एक रिकवरी कोड उपयोग किया गया है; बचे हुए कोड: ${left}। ${ifNotYou.hi}`,
      }),
    },
  }),
  phone_removed: noticeKind({
    category: 'security',
    channels: ['in_app', 'mail'],
    tone: 'warning',
    payload: z.object({ phone: z.string() }),
    text: {
      en: ({ phone }) => ({
        title: 'Phone number removed',
        text: `${phone} is no longer the phone of your account: it was verified in the last seven days, and your password was recovered. If it is yours, verify it again.`,
      }),
      hi: ({ phone }) => ({
        title: 'फ़ोन नंबर हटाया गया',
        text: `${phone} अब आपके खाते का फ़ोन नंबर नहीं है: यह पिछले सात दिनों में सत्यापित हुआ था और आपका पासवर्ड फिर से बनाया गया है। यदि यह आपका है, तो इसे फिर से सत्यापित करें।`,
      }),
    },
  }),
  phone_verified: noticeKind({
    category: 'security',
    channels: ['in_app', 'mail'],
    tone: 'warning',
    quiet: true,
    payload: z.object({ phone: z.string() }),
    text: {
      en: ({ phone }) => ({
        title: 'Phone number verified',
        text: `${phone} is now the phone of your account. ${ifNotYou.en}`,
      }),
      hi: ({ phone }) => ({
        title: 'फ़ोन नंबर सत्यापित हुआ',
        text: `अब आपके खाते का फ़ोन नंबर ${phone} है। ${ifNotYou.hi}`,
      }),
    },
  }),
};
