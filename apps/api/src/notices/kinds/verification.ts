/** Notices of the verification of who somebody is. */
import { paths } from '@pelican/shared/client-paths';
import { type KycReason, kycReasonNames, kycReasons } from '@pelican/shared/contracts/kyc';
import type { Language } from '@pelican/shared/contracts/system';
import * as z from 'zod/mini';
import { noticeKind } from '../notice-kind.ts';

const channels = ['in_app', 'mail', 'text'] as const;
const link = {
  en: { label: 'Verification', path: paths.kyc },
  hi: { label: 'सत्यापन', path: paths.kyc },
};

const reasonTexts: Record<Language, Record<KycReason, string>> = {
  en: kycReasons,
  hi: {
    unreadable: 'तस्वीर पढ़ी नहीं जा सकती: वह धुंधली, अँधेरी या कटी हुई है',
    wrong_document: 'दस्तावेज़ चुने गए प्रकार का नहीं है',
    expired: 'दस्तावेज़ की वैधता समाप्त हो चुकी है',
    data_mismatch: 'दिए गए विवरण दस्तावेज़ से मेल नहीं खाते',
    face_mismatch: 'सेल्फ़ी या वीडियो का चेहरा दस्तावेज़ से मेल नहीं खाता',
    edited: 'तस्वीर में स्क्रीन, फ़ोटोकॉपी या बदला हुआ दस्तावेज़ दिखता है',
    video_unclear: 'वीडियो में चेहरा साफ़ नहीं दिखता',
    duplicate: 'इस दस्तावेज़ से कोई दूसरा खाता सत्यापित है',
    underage: 'आपकी आयु कम से कम 18 वर्ष होनी चाहिए',
    restricted: 'आपके निवास स्थान पर हम अपनी सेवाएँ नहीं दे सकते',
    suspicious: 'दस्तावेज़ों के असली होने की पुष्टि नहीं हो सकी',
  },
};

/** `reason`: of notices of before, which hold the English text. */
const decision = z.object({ code: z.optional(z.enum(kycReasonNames)), reason: z.optional(z.string()) });

function reasonText({ code, reason }: z.output<typeof decision>, language: Language): string | undefined {
  return code === undefined ? reason : reasonTexts[language][code];
}

export const verificationNotices = {
  kyc_approved: noticeKind({
    category: 'account',
    channels,
    tone: 'success',
    payload: z.object({}),
    text: {
      en: () => ({
        title: 'Identity verified',
        text: 'Your identity is verified: you can trade now, and deposit and withdraw where the site offers it.',
        link: { label: 'Start trading', path: paths.market },
      }),
      hi: () => ({
        title: 'पहचान सत्यापित हुई',
        text: 'आपकी पहचान सत्यापित हो गई है: अब आप ट्रेडिंग कर सकते हैं, और साइट पर जहाँ उपलब्ध हो, जमा और निकासी भी।',
        link: { label: 'ट्रेडिंग शुरू करें', path: paths.market },
      }),
    },
  }),
  kyc_submitted: noticeKind({
    category: 'account',
    channels: ['in_app', 'mail'],
    tone: 'info',
    quiet: true,
    payload: z.object({}),
    text: {
      en: () => ({
        title: 'Verification received',
        text: 'We have your documents and look at them, usually within a day. You are told as soon as there is a decision.',
        link: link.en,
      }),
      hi: () => ({
        title: 'सत्यापन अनुरोध प्राप्त हुआ',
        text: 'हमें आपके दस्तावेज़ मिल गए हैं और हम उनकी जाँच कर रहे हैं, जिसमें आमतौर पर एक दिन लगता है। निर्णय होते ही हम आपको सूचित करेंगे।',
        link: link.hi,
      }),
    },
  }),
  kyc_resubmission: noticeKind({
    category: 'account',
    channels,
    tone: 'warning',
    payload: decision,
    text: {
      en: (given) => ({
        title: 'Verification: please send a part again',
        text: `${sentence(reasonText(given, 'en'), '.')}The verification page says what to send.`,
        link: link.en,
      }),
      hi: (given) => ({
        title: 'सत्यापन: कृपया एक हिस्सा दोबारा भेजें',
        text: `${sentence(reasonText(given, 'hi'), '।')}क्या भेजना है, यह सत्यापन पेज पर बताया गया है।`,
        link: link.hi,
      }),
    },
  }),
  kyc_partially_approved: noticeKind({
    category: 'account',
    channels,
    tone: 'warning',
    payload: decision,
    text: {
      en: (given) => ({
        title: 'Part of your verification is accepted',
        text: `Something is left to send again. ${sentence(reasonText(given, 'en'), '.')}The verification page says what.`,
        link: link.en,
      }),
      hi: (given) => ({
        title: 'आपके सत्यापन का एक हिस्सा स्वीकार हुआ',
        text: `कुछ दोबारा भेजना बाकी है। ${sentence(reasonText(given, 'hi'), '।')}क्या भेजना है, यह सत्यापन पेज पर बताया गया है।`,
        link: link.hi,
      }),
    },
  }),
  kyc_rejected: noticeKind({
    category: 'account',
    channels,
    tone: 'warning',
    payload: decision,
    text: {
      en: (given) => ({
        title: 'Identity not verified',
        text: `Your identity could not be verified. ${sentence(reasonText(given, 'en'), '.')}Support can say more.`,
      }),
      hi: (given) => ({
        title: 'पहचान सत्यापित नहीं हुई',
        text: `आपकी पहचान सत्यापित नहीं हो सकी। ${sentence(reasonText(given, 'hi'), '।')}अधिक जानकारी के लिए सहायता टीम से संपर्क करें।`,
      }),
    },
  }),
};

/** With what ends it and the space before the next one; nothing of nothing. */
function sentence(text: string | undefined, end: string): string {
  return text === undefined ? '' : `${text}${end} `;
}
