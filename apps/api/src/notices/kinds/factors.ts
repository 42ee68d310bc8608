/** Notices of second factors: what guards an account, and how its owner gets in without it. */
import type { Language } from '@pelican/shared/contracts/system';
import * as z from 'zod/mini';
import { noticeKind } from '../notice-kind.ts';
import { formerLockHours, ifNotYou, lockText } from './words.ts';

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

/** `isLocked` is of notices that were written without the hours. */
const hoursOf = ({ isLocked, lockHours }: { isLocked?: boolean | undefined; lockHours?: number | undefined }) =>
  lockHours ?? (isLocked ? formerLockHours : 0);

interface OfMailbox {
  keysOff?: number | undefined;
  /** Masked. */
  phone?: string | undefined;
}

/** What of an account a code by mail alone could have made, with the space after it. */
const ofMailboxText: Record<Language, (of: OfMailbox) => string> = {
  en: ({ keysOff = 0, phone }) =>
    `${keysOff === 0 ? '' : `${keysOff === 1 ? 'An API key was' : `${keysOff} API keys were`} turned off, because a code by mail alone could have made ${keysOff === 1 ? 'it' : 'them'}: turn on what is yours. `}${phone === undefined ? '' : `The phone ${phone} counts as new for seven days: if it is not yours, replace it. `}`,
  hi: ({ keysOff = 0, phone }) =>
    `${keysOff === 0 ? '' : `बंद की गई API कुंजियाँ: ${keysOff}, क्योंकि वे केवल ईमेल के कोड से भी बनाई जा सकती थीं। जो आपकी हैं, उन्हें फिर से चालू करें। `}${phone === undefined ? '' : `फ़ोन नंबर ${phone} सात दिन तक नया माना जाएगा: यदि यह आपका नहीं है, तो इसे बदलें। `}`,
};

export const factorNotices = {
  two_factor_enabled: noticeKind({
    category: 'security',
    channels: everywhere,
    forced: ['text'],
    tone: 'success',
    quiet: true,
    payload: z.object({
      method,
      isLocked: z.optional(z.boolean()),
      lockHours: z.optional(z.number()),
      keysOff: z.optional(z.number()),
      phone: z.optional(z.string()),
    }),
    text: {
      en: (given) => ({
        title: 'Two-Factor authentication enabled',
        text: `${methodNames.en[given.method]} now guards your account. ${ofMailboxText.en(given)}${lockText(hoursOf(given), 'en')}${ifNotYou.en}`,
      }),
      hi: (given) => ({
        title: 'टू-फ़ैक्टर प्रमाणीकरण चालू हुआ',
        text: `अब आपका खाता इससे सुरक्षित है: ${methodNames.hi[given.method]}। ${ofMailboxText.hi(given)}${lockText(hoursOf(given), 'hi')}${ifNotYou.hi}`,
      }),
    },
  }),
  two_factor_disabled: noticeKind({
    category: 'security',
    channels: everywhere,
    forced: ['text'],
    tone: 'warning',
    payload: z.object({ method, keysOff: z.boolean(), lockHours: z.optional(z.number()) }),
    text: {
      en: ({ method: name, keysOff, lockHours = formerLockHours }) => ({
        title: 'Two-Factor authentication disabled',
        text: `${methodNames.en[name]} no longer guards your account${keysOff ? ', and all its API keys were deactivated' : ''}. ${lockText(lockHours, 'en')}${ifNotYou.en}`,
      }),
      hi: ({ method: name, keysOff, lockHours = formerLockHours }) => ({
        title: 'टू-फ़ैक्टर प्रमाणीकरण बंद हुआ',
        text: `अब आपका खाता इससे सुरक्षित नहीं है: ${methodNames.hi[name]}।${keysOff ? ' खाते की सभी API कुंजियाँ निष्क्रिय कर दी गई हैं।' : ''} ${lockText(lockHours, 'hi')}${ifNotYou.hi}`,
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
        text: `${phone} is no longer the phone of your account: it counted as new, and your password was changed. If it is yours, verify it again.`,
      }),
      hi: ({ phone }) => ({
        title: 'फ़ोन नंबर हटाया गया',
        text: `${phone} अब आपके खाते का फ़ोन नंबर नहीं है: यह नया माना जा रहा था और आपका पासवर्ड बदला गया है। यदि यह आपका है, तो इसे फिर से सत्यापित करें।`,
      }),
    },
  }),
  phone_verified: noticeKind({
    category: 'security',
    channels: ['in_app', 'mail'],
    tone: 'warning',
    quiet: true,
    payload: z.object({ phone: z.string(), lockHours: z.optional(z.number()) }),
    text: {
      en: ({ phone, lockHours = 0 }) => ({
        title: 'Phone number verified',
        text: `${phone} is now the phone of your account. ${lockText(lockHours, 'en')}${ifNotYou.en}`,
      }),
      hi: ({ phone, lockHours = 0 }) => ({
        title: 'फ़ोन नंबर सत्यापित हुआ',
        text: `अब आपके खाते का फ़ोन नंबर ${phone} है। ${lockText(lockHours, 'hi')}${ifNotYou.hi}`,
      }),
    },
  }),
  /** To the number itself, which no other message reaches any more: somebody else may have replaced it. It is in no list. */
  phone_replaced: noticeKind({
    category: 'security',
    channels: ['text'],
    forced: ['text'],
    tone: 'warning',
    payload: z.object({ former: z.string() }),
    recipient: ({ former }) => former,
    text: {
      en: () => ({
        title: 'This number is no longer that of your account',
        text: 'Another number was verified, or the password was changed. If it was not you, choose a new password by your e-mail address and write to support at once.',
      }),
      hi: () => ({
        title: 'यह नंबर अब आपके खाते का नहीं है',
        text: 'दूसरा नंबर सत्यापित हुआ है या पासवर्ड बदला गया है। यदि यह आपने नहीं किया है, तो तुरंत अपने ईमेल पते से नया पासवर्ड चुनें और सहायता टीम को लिखें।',
      }),
    },
  }),
};
