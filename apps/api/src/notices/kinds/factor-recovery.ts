/** Notices of second factors that are said to be lost. */
import { paths, pathWithToken } from '@pelican/shared/client-paths';
import type { Language } from '@pelican/shared/contracts/system';
import * as z from 'zod/mini';
import { type NoticeKind, type NoticeText, noticeKind } from '../notice-kind.ts';

const everywhere = ['in_app', 'mail', 'text'] as const;

function fixedNotice(channels: NoticeKind['channels'], texts: Record<Language, NoticeText>) {
  const text = { en: () => texts.en, hi: () => texts.hi };
  return noticeKind({ category: 'security', channels, forced: ['text'], tone: 'warning', payload: z.object({}), text });
}

/** '2026-12-07 10:20' */
const minuteOf = (iso: string) => iso.slice(0, 16).replace('T', ' ');

function approvedNotice(channels: NoticeKind['channels']) {
  return noticeKind({
    category: 'security',
    channels,
    forced: ['text'],
    tone: 'warning',
    payload: z.object({ effective: z.string() }),
    text: {
      en: ({ effective }) => ({
        title: 'Your second factors will be removed',
        text: `It happens at ${minuteOf(effective)} UTC. Then all devices are signed out, API keys are turned off, and nothing can be withdrawn for two days. If you did not ask for it, stop it by the link of our mail, or sign in with your second factor, and change your password.`,
      }),
      hi: ({ effective }) => ({
        title: 'आपके सेकंड फैक्टर हटाए जाएँगे',
        text: `यह ${minuteOf(effective)} UTC पर होगा। तब सभी डिवाइस साइन आउट हो जाएँगे, API कुंजियाँ बंद हो जाएँगी और दो दिन तक कुछ भी निकाला नहीं जा सकेगा। यदि आपने यह नहीं कहा था, तो हमारे ईमेल के लिंक से इसे रोकें या अपने सेकंड फैक्टर से साइन इन करें, और अपना पासवर्ड बदलें।`,
      }),
    },
  });
}

const stopLink = (label: string, token: string | undefined) =>
  token === undefined ? {} : { link: { label, path: pathWithToken(paths.stopFactorRecovery, token) } };

export const factorRecoveryNotices = {
  factor_recovery_asked: fixedNotice(['in_app', 'text'], {
    en: {
      title: 'Removal of your second factors was asked for',
      text: 'Somebody who knows your password says that your second factors are lost. If it was not you, stop it by the link of our mail, or sign in with your second factor, and change your password.',
    },
    hi: {
      title: 'आपके सेकंड फैक्टर हटाने का अनुरोध किया गया है',
      text: 'आपका पासवर्ड जानने वाले किसी व्यक्ति ने कहा है कि आपके सेकंड फैक्टर खो गए हैं। यदि यह आप नहीं थे, तो हमारे ईमेल के लिंक से इसे रोकें या अपने सेकंड फैक्टर से साइन इन करें, और अपना पासवर्ड बदलें।',
    },
  }),
  /** The link that stops it. Its token is in no list of notices. */
  factor_recovery_link: noticeKind({
    category: 'security',
    channels: ['mail'],
    tone: 'warning',
    payload: z.object({ token: z.string() }),
    text: {
      en: ({ token }) => ({
        title: 'Removal of your second factors was asked for',
        text: 'Somebody who knows your password says that your second factors are lost. We look at it, write to you, and remove them two days after our decision at the earliest. If it was not you, stop it by the link below, or sign in with your second factor, and change your password.',
        ...stopLink('Stop it', token),
      }),
      hi: ({ token }) => ({
        title: 'आपके सेकंड फैक्टर हटाने का अनुरोध किया गया है',
        text: 'आपका पासवर्ड जानने वाले किसी व्यक्ति ने कहा है कि आपके सेकंड फैक्टर खो गए हैं। हम इसकी जाँच करके आपको लिखेंगे, और निर्णय के कम से कम दो दिन बाद ही उन्हें हटाएँगे। यदि यह आप नहीं थे, तो नीचे दिए लिंक से इसे रोकें या अपने सेकंड फैक्टर से साइन इन करें, और अपना पासवर्ड बदलें।',
        ...stopLink('इसे रोकें', token),
      }),
    },
  }),
  /** As earlier releases write it, without a mail of its own kind beside it. */
  factor_recovery_approved: approvedNotice(everywhere),
  factor_recovery_due: approvedNotice(['in_app', 'text']),
  /** Its mail, with the link that stops it; a request that an earlier release has made gives none. */
  factor_recovery_approved_link: noticeKind({
    category: 'security',
    channels: ['mail'],
    tone: 'warning',
    payload: z.object({ effective: z.string(), token: z.optional(z.string()) }),
    text: {
      en: ({ effective, token }) => ({
        title: 'Your second factors will be removed',
        text: `It happens at ${minuteOf(effective)} UTC. Then all devices are signed out, API keys are turned off, and nothing can be withdrawn for two days. If you did not ask for it, stop it by the link below or of our first mail, or sign in with your second factor, and change your password.`,
        ...stopLink('Stop it', token),
      }),
      hi: ({ effective, token }) => ({
        title: 'आपके सेकंड फैक्टर हटाए जाएँगे',
        text: `यह ${minuteOf(effective)} UTC पर होगा। तब सभी डिवाइस साइन आउट हो जाएँगे, API कुंजियाँ बंद हो जाएँगी और दो दिन तक कुछ भी निकाला नहीं जा सकेगा। यदि आपने यह नहीं कहा था, तो नीचे दिए लिंक या हमारे पहले ईमेल के लिंक से इसे रोकें या अपने सेकंड फैक्टर से साइन इन करें, और अपना पासवर्ड बदलें।`,
        ...stopLink('इसे रोकें', token),
      }),
    },
  }),
  factor_recovery_refused: fixedNotice(everywhere, {
    en: {
      title: 'Your second factors stay',
      text: 'We could not make sure that it is you who lost them. Write to support if you need help.',
    },
    hi: {
      title: 'आपके सेकंड फैक्टर बने रहेंगे',
      text: 'हम यह सुनिश्चित नहीं कर सके कि उन्हें खोने वाले आप ही हैं। मदद चाहिए तो सहायता टीम को लिखें।',
    },
  }),
  factor_recovery_stopped: fixedNotice(everywhere, {
    en: {
      title: 'Your second factors stay',
      text: 'Their removal was stopped. If you did not ask for it, somebody knows your password: change it at once.',
    },
    hi: {
      title: 'आपके सेकंड फैक्टर बने रहेंगे',
      text: 'उन्हें हटाना रोक दिया गया है। यदि आपने हटाने को नहीं कहा था, तो कोई आपका पासवर्ड जानता है: उसे तुरंत बदलें।',
    },
  }),
  factor_recovery_lapsed: fixedNotice(everywhere, {
    en: {
      title: 'Your second factors stay',
      text: 'Their removal was asked for two weeks ago and was not decided. If it was you, ask again at your next sign-in; if it was not, change your password.',
    },
    hi: {
      title: 'आपके सेकंड फैक्टर बने रहेंगे',
      text: 'उन्हें हटाने का अनुरोध दो सप्ताह पहले किया गया था और उस पर निर्णय नहीं हुआ। यदि यह आप थे, तो अगले साइन इन पर फिर से अनुरोध करें; यदि नहीं, तो अपना पासवर्ड बदलें।',
    },
  }),
  factor_recovery_done: fixedNotice(everywhere, {
    en: {
      title: 'Your second factors were removed',
      text: 'All devices are signed out and your API keys are turned off. Nothing can be withdrawn for two days. Sign in with your password and enable a second factor.',
    },
    hi: {
      title: 'आपके सेकंड फैक्टर हटा दिए गए हैं',
      text: 'सभी डिवाइस साइन आउट हो गए हैं और आपकी API कुंजियाँ बंद हैं। दो दिन तक कुछ भी निकाला नहीं जा सकता। अपने पासवर्ड से साइन इन करें और एक सेकंड फैक्टर चालू करें।',
    },
  }),
};
