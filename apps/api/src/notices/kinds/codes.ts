/** Codes by mail and text message. They are in no list of notices, and their titles hold none. */
import type { Language } from '@pelican/shared/contracts/system';
import * as z from 'zod/mini';
import { type NoticeText, noticeKind } from '../notice-kind.ts';
import { codeSeconds, durationText } from './words.ts';

const purposes = ['sign_in', 'new_device', 'confirm', 'phone', 'email', 'recovery'] as const;
const purpose = z.enum(purposes);

const never: Record<Language, string> = {
  en: `It is valid for ${durationText(codeSeconds / 60, 'en')}. Never tell it to anybody: nobody at Pelican will ever ask for it.`,
  hi: `यह ${durationText(codeSeconds / 60, 'hi')} तक मान्य है। इसे किसी को न बताएँ: Pelican का कोई भी कर्मचारी यह कोड नहीं माँगता।`,
};

const purposeTexts: Record<Language, Record<(typeof purposes)[number], NoticeText>> = {
  en: {
    sign_in: { title: 'Your code to sign in', text: `${never.en} If you are not signing in, change your password.` },
    new_device: {
      title: 'Your code for a new device',
      text: `Somebody signs in with your password on a new device. ${never.en} If it is not you, change your password.`,
    },
    confirm: { title: 'Your code to confirm', text: `It confirms a change of your account. ${never.en}` },
    phone: { title: 'Your code to verify the phone', text: never.en },
    email: {
      title: 'Your code to verify the e-mail address',
      text: `${never.en} If you did not sign up, ignore this mail.`,
    },
    recovery: {
      title: 'Your code for a new password',
      text: `Somebody who reads your mail chooses a new password. ${never.en} If it is not you, somebody else reads your mail: change its password.`,
    },
  },
  hi: {
    sign_in: {
      title: 'साइन-इन के लिए आपका कोड',
      text: `${never.hi} यदि आप साइन-इन नहीं कर रहे हैं, तो अपना पासवर्ड बदलें।`,
    },
    new_device: {
      title: 'नए डिवाइस के लिए आपका कोड',
      text: `आपके पासवर्ड से एक नए डिवाइस पर साइन-इन किया जा रहा है। ${never.hi} यदि यह आप नहीं हैं, तो अपना पासवर्ड बदलें।`,
    },
    confirm: {
      title: 'पुष्टि के लिए आपका कोड',
      text: `इस कोड से आपके खाते में एक बदलाव की पुष्टि होती है। ${never.hi}`,
    },
    phone: { title: 'फ़ोन नंबर सत्यापित करने के लिए आपका कोड', text: never.hi },
    email: {
      title: 'ईमेल पता सत्यापित करने के लिए आपका कोड',
      text: `${never.hi} यदि आपने साइन-अप नहीं किया है, तो इस ईमेल पर ध्यान न दें।`,
    },
    recovery: {
      title: 'नए पासवर्ड के लिए आपका कोड',
      text: `आपका ईमेल पढ़ने वाला कोई व्यक्ति नया पासवर्ड चुन रहा है। ${never.hi} यदि यह आप नहीं हैं, तो कोई और आपका ईमेल पढ़ रहा है: ईमेल का पासवर्ड बदलें।`,
    },
  },
};

type Code = { code: string; purpose: (typeof purposes)[number] };

const text = {
  en: (given: Code) => codeText(given, 'en', '.'),
  hi: (given: Code) => codeText(given, 'hi', '।'),
};

function codeText({ code, purpose: use }: Code, language: Language, end: string): NoticeText {
  const { title, text: about } = purposeTexts[language][use];
  return { title, text: `${code}${end} ${about}` };
}

export const codeNotices = {
  code_by_mail: noticeKind({
    category: 'security',
    channels: ['mail'],
    tone: 'info',
    secretSeconds: codeSeconds,
    payload: z.object({ code: z.string(), purpose }),
    text,
  }),
  code_by_text: noticeKind({
    category: 'security',
    channels: ['text'],
    tone: 'info',
    secretSeconds: codeSeconds,
    recipient: ({ phone }) => phone,
    payload: z.object({ code: z.string(), purpose, phone: z.string() }),
    text,
  }),
};
