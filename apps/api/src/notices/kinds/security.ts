/** Notices of sign-up, sign-in, passwords and sessions. */
import { paths, pathWithToken } from '@pelican/shared/client-paths';
import * as z from 'zod/mini';
import { noticeKind } from '../notice-kind.ts';
import { deviceName } from './device-name.ts';
import { formerLockHours, ifNotYou, lockText } from './words.ts';

const everywhere = ['in_app', 'mail', 'text'] as const;

/** How long the link to choose a password is good. */
const recoverySeconds = 30 * 60;

const sessionsLink = {
  en: { label: 'See your sessions', path: paths.security },
  hi: { label: 'अपने सेशन देखें', path: paths.security },
};

export const securityNotices = {
  /** The link proves that the address is the user's own. Its token is in no list of notices. */
  email_confirmation: noticeKind({
    category: 'security',
    channels: ['mail'],
    tone: 'info',
    payload: z.object({ token: z.string() }),
    text: {
      en: ({ token }) => ({
        title: 'Confirm your e-mail address',
        text: 'Welcome to Pelican. If you did not sign up, ignore this mail.',
        link: { label: 'Confirm your e-mail address', path: pathWithToken(paths.verify, token) },
      }),
      hi: ({ token }) => ({
        title: 'अपने ईमेल पते की पुष्टि करें',
        text: 'Pelican में आपका स्वागत है। यदि आपने साइन-अप नहीं किया है, तो इस ईमेल पर ध्यान न दें।',
        link: { label: 'ईमेल पते की पुष्टि करें', path: pathWithToken(paths.verify, token) },
      }),
    },
  }),
  email_confirmed: noticeKind({
    category: 'security',
    channels: ['in_app'],
    tone: 'success',
    quiet: true,
    payload: z.object({ email: z.string() }),
    text: {
      en: ({ email }) => ({ title: 'E-mail address confirmed', text: `${email} is confirmed as yours.` }),
      hi: ({ email }) => ({ title: 'ईमेल पते की पुष्टि हुई', text: `पुष्टि हो गई है कि ${email} आपका पता है।` }),
    },
  }),
  new_device_sign_in: noticeKind({
    category: 'security',
    channels: everywhere,
    tone: 'warning',
    quiet: true,
    payload: z.object({ ip: z.string(), userAgent: z.string() }),
    text: {
      en: ({ ip, userAgent }) => ({
        title: 'Sign-in from a new device',
        text: `Your account was signed in to from ${ip} (${deviceName(userAgent)}). If it was not you, change your password and write to support at once.`,
      }),
      hi: ({ ip, userAgent }) => ({
        title: 'नए डिवाइस से साइन-इन',
        text: `आपके खाते में ${ip} (${deviceName(userAgent, 'hi')}) से साइन-इन किया गया है। यदि यह आप नहीं थे, तो तुरंत अपना पासवर्ड बदलें और सहायता टीम को लिखें।`,
      }),
    },
  }),
  second_step_failed: noticeKind({
    category: 'security',
    channels: everywhere,
    tone: 'warning',
    payload: z.object({ ip: z.string() }),
    text: {
      en: ({ ip }) => ({
        title: 'Somebody knows your password',
        text: `At ${ip} somebody entered your password and then wrong codes. If it was not you, change your password.`,
      }),
      hi: ({ ip }) => ({
        title: 'किसी को आपका पासवर्ड पता है',
        text: `${ip} से किसी ने आपका सही पासवर्ड और फिर गलत कोड डाले हैं। यदि यह आप नहीं थे, तो अपना पासवर्ड बदलें।`,
      }),
    },
  }),
  anti_phishing_code_changed: noticeKind({
    category: 'security',
    channels: ['in_app', 'mail'],
    tone: 'info',
    quiet: true,
    payload: z.object({}),
    text: {
      en: () => ({
        title: 'Anti-phishing code changed',
        text: `The code that our mails to you carry was changed. ${ifNotYou.en}`,
      }),
      hi: () => ({
        title: 'एंटी-फ़िशिंग कोड बदला गया',
        text: `हमारे ईमेल में दिखने वाला आपका कोड बदल दिया गया है। ${ifNotYou.hi}`,
      }),
    },
  }),
  /** The link, and the code for who reads mail elsewhere. Neither is in any list of notices. */
  password_recovery: noticeKind({
    category: 'security',
    channels: ['mail'],
    tone: 'info',
    secretSeconds: recoverySeconds,
    payload: z.object({ token: z.string(), code: z.string() }),
    text: {
      en: ({ token, code }) => ({
        title: 'Choose a new password',
        text: `Your code is ${code}. It is valid for 10 minutes, the link below for 30. After the change nothing can be withdrawn for two days, or for seven if second factors are removed with it. If you did not ask for this, ignore this mail: your password stays.`,
        link: { label: 'Choose a new password', path: pathWithToken(paths.resetPassword, token) },
      }),
      hi: ({ token, code }) => ({
        title: 'नया पासवर्ड चुनें',
        text: `आपका कोड ${code} है। यह 10 मिनट तक और नीचे दिया गया लिंक 30 मिनट तक मान्य है। पासवर्ड बदलने के बाद दो दिन तक निकासी नहीं हो सकेगी; यदि साथ में दूसरे फ़ैक्टर हटाए जाते हैं, तो सात दिन तक। यदि यह अनुरोध आपने नहीं किया है, तो इस ईमेल पर ध्यान न दें: आपका पासवर्ड नहीं बदलेगा।`,
        link: { label: 'नया पासवर्ड चुनें', path: pathWithToken(paths.resetPassword, token) },
      }),
    },
  }),
  password_changed: noticeKind({
    category: 'security',
    channels: everywhere,
    forced: ['text'],
    tone: 'warning',
    payload: z.object({ keysOff: z.optional(z.number()), lockHours: z.optional(z.number()) }),
    text: {
      en: ({ keysOff = 0, lockHours = formerLockHours }) => ({
        title: 'Password changed',
        text: `The password of your account was changed and other devices were signed out. ${keysOff === 0 ? '' : `${keysOff === 1 ? 'An API key was' : `${keysOff} API keys were`} turned off: turn on what you need. `}${lockText(lockHours, 'en')}If you did not ask for it, write to support at once.`,
      }),
      hi: ({ keysOff = 0, lockHours = formerLockHours }) => ({
        title: 'पासवर्ड बदला गया',
        text: `आपके खाते का पासवर्ड बदल दिया गया है और दूसरे डिवाइस साइन-आउट कर दिए गए हैं। ${keysOff === 0 ? '' : `बंद की गई API कुंजियाँ: ${keysOff}। जिनकी ज़रूरत हो, उन्हें फिर से चालू करें। `}${lockText(lockHours, 'hi')}यदि यह आपने नहीं किया है, तो तुरंत सहायता टीम को लिखें।`,
      }),
    },
  }),
  /** The password is one that nobody knows. */
  password_closed: noticeKind({
    category: 'security',
    channels: everywhere,
    forced: ['text'],
    tone: 'warning',
    payload: z.object({}),
    text: {
      en: () => ({
        title: 'Choose a new password',
        text: 'We have ended the password of your account to protect it, signed all devices out and turned your API keys off. Choose a new password by your e-mail address. Nothing can be withdrawn for two days.',
        link: { label: 'Choose a new password', path: paths.forgotPassword },
      }),
      hi: () => ({
        title: 'नया पासवर्ड चुनें',
        text: 'आपके खाते की सुरक्षा के लिए हमने उसका पासवर्ड समाप्त कर दिया है, सभी डिवाइस साइन-आउट कर दिए हैं और आपकी API कुंजियाँ बंद कर दी हैं। अपने ईमेल पते से नया पासवर्ड चुनें। दो दिन तक निकासी नहीं हो सकेगी।',
        link: { label: 'नया पासवर्ड चुनें', path: paths.forgotPassword },
      }),
    },
  }),
  operator_made: noticeKind({
    category: 'security',
    channels: ['in_app', 'mail'],
    tone: 'info',
    payload: z.object({ name: z.string() }),
    text: {
      en: ({ name }) => ({
        title: 'You are an operator of Pelican',
        text: `Your name in records is ${name}. Nobody knows a password of your account: choose one by your e-mail address. After your first sign-in you enable a second factor, before anything else. If you do not expect this, write to support at once.`,
        link: { label: 'Choose a password', path: paths.forgotPassword },
      }),
      hi: ({ name }) => ({
        title: 'आप Pelican के ऑपरेटर हैं',
        text: `रिकॉर्ड में आपका नाम ${name} है। आपके खाते का पासवर्ड किसी को पता नहीं है: अपने ईमेल पते से एक पासवर्ड चुनें। पहले साइन-इन के बाद सबसे पहले दूसरा फ़ैक्टर चालू करें। यदि आपको इसकी जानकारी नहीं थी, तो तुरंत सहायता टीम को लिखें।`,
        link: { label: 'पासवर्ड चुनें', path: paths.forgotPassword },
      }),
    },
  }),
  sessions_ended: noticeKind({
    category: 'security',
    channels: ['in_app', 'mail'],
    tone: 'info',
    quiet: true,
    payload: z.object({ count: z.number() }),
    text: {
      en: ({ count }) => ({
        title: 'Devices signed out',
        text: `${count === 1 ? 'A device was' : `${count} devices were`} signed out of your account from its list of sessions. ${ifNotYou.en}`,
        link: sessionsLink.en,
      }),
      hi: ({ count }) => ({
        title: 'डिवाइस साइन-आउट किए गए',
        text: `सेशन की सूची से आपके खाते के ${count} डिवाइस साइन-आउट किए गए हैं। ${ifNotYou.hi}`,
        link: sessionsLink.hi,
      }),
    },
  }),
  /** A refresh token came a second time: somebody else has, or had, it. */
  session_stolen: noticeKind({
    category: 'security',
    channels: everywhere,
    tone: 'warning',
    payload: z.object({ ip: z.string(), userAgent: z.string() }),
    text: {
      en: ({ ip, userAgent }) => ({
        title: 'A session was ended for your safety',
        text: `From ${ip} (${deviceName(userAgent)}) somebody used a sign-in of yours that had been replaced; it may have been copied. That device is signed out. If it was not you, change your password and write to support at once.`,
        link: sessionsLink.en,
      }),
      hi: ({ ip, userAgent }) => ({
        title: 'आपकी सुरक्षा के लिए एक सेशन बंद किया गया',
        text: `${ip} (${deviceName(userAgent, 'hi')}) से आपके एक ऐसे साइन-इन का उपयोग हुआ जो बदला जा चुका था; हो सकता है कि उसकी नकल की गई हो। वह डिवाइस साइन-आउट कर दिया गया है। यदि यह आप नहीं थे, तो तुरंत अपना पासवर्ड बदलें और सहायता टीम को लिखें।`,
        link: sessionsLink.hi,
      }),
    },
  }),
};
