/** Notices of an account as a whole: its deletion, and what its owner may do in the chat. */
import { paths } from '@pelican/shared/client-paths';
import * as z from 'zod/mini';
import { noticeKind } from '../notice-kind.ts';
import { dayText, durationText } from './words.ts';

const allWays = ['in_app', 'mail', 'text'] as const;

/** What stood in the way of a deletion, by language. Notices of before hold other words, which are shown as they are. */
const blockNames = {
  en: {
    balances: 'money in your wallets',
    orders: 'open orders',
    positions: 'open positions',
    transfers: 'unfinished transfers',
    codes: 'transfer codes that nobody has used',
    operator: 'the account belongs to the exchange',
    blocked: 'the account is blocked',
  },
  hi: {
    balances: 'आपके वॉलेट में राशि',
    orders: 'खुले ऑर्डर',
    positions: 'खुली पोज़ीशन',
    transfers: 'अधूरे ट्रांसफ़र',
    codes: 'ऐसे ट्रांसफ़र कोड जिनका इस्तेमाल नहीं हुआ',
    operator: 'यह एक्सचेंज का अपना खाता है',
    blocked: 'खाता ब्लॉक है',
  },
} satisfies Record<string, Record<string, string>>;

function blocksText(reasons: readonly string[], language: keyof typeof blockNames): string {
  const names: Record<string, string> = blockNames[language];
  return reasons.map((reason) => names[reason] ?? reason).join(', ');
}

export const accountNotices = {
  deletion_requested: noticeKind({
    category: 'security',
    channels: allWays,
    forced: ['text'],
    tone: 'warning',
    quiet: true,
    /** `lapses`: rewards that nobody has claimed, as amounts with their tickers. */
    payload: z.object({ day: z.string(), lapses: z.optional(z.array(z.string())) }),
    text: {
      en: ({ day, lapses = [] }) => ({
        title: 'Your account will be deleted',
        text: `You have asked for it. It is done on ${dayText(day, 'en')}; until then you may keep the account.${
          lapses.length > 0 ? ` Referral rewards that you do not claim before lapse: ${lapses.join(', ')}.` : ''
        } If it was not you, keep it, and change your password at once.`,
        link: { label: 'Keep the account', path: paths.deleteAccount },
      }),
      hi: ({ day, lapses = [] }) => ({
        title: 'आपका खाता हटाया जाएगा',
        text: `आपके अनुरोध पर खाता ${dayText(day, 'hi')} को हटा दिया जाएगा; तब तक आप इसे बनाए रख सकते हैं।${
          lapses.length > 0 ? ` जो रेफ़रल रिवॉर्ड आप उससे पहले क्लेम नहीं करेंगे, वे समाप्त हो जाएँगे: ${lapses.join(', ')}।` : ''
        } यदि यह अनुरोध आपका नहीं है, तो खाता बनाए रखें और तुरंत अपना पासवर्ड बदलें।`,
        link: { label: 'खाता बनाए रखें', path: paths.deleteAccount },
      }),
    },
  }),
  deletion_withdrawn: noticeKind({
    category: 'security',
    channels: allWays,
    tone: 'success',
    quiet: true,
    payload: z.object({}),
    text: {
      en: () => ({ title: 'Your account stays', text: 'The deletion of your account was withdrawn.' }),
      hi: () => ({ title: 'आपका खाता बना रहेगा', text: 'आपका खाता हटाने का अनुरोध वापस ले लिया गया है।' }),
    },
  }),
  deletion_stopped: noticeKind({
    category: 'security',
    channels: allWays,
    tone: 'warning',
    payload: z.object({ reasons: z.array(z.string()) }),
    text: {
      en: ({ reasons }) => ({
        title: 'Your account was not deleted',
        text: `There is still something on it: ${blocksText(reasons, 'en')}. Ask for the deletion again once that is settled.`,
        link: { label: 'Delete the account', path: paths.deleteAccount },
      }),
      hi: ({ reasons }) => ({
        title: 'आपका खाता नहीं हटाया गया',
        text: `खाते पर अभी यह बाकी है: ${blocksText(reasons, 'hi')}। इसे निपटाने के बाद खाता हटाने का अनुरोध फिर से करें।`,
        link: { label: 'खाता हटाएँ', path: paths.deleteAccount },
      }),
    },
  }),
  account_closed: noticeKind({
    category: 'security',
    channels: ['mail'],
    tone: 'info',
    payload: z.object({}),
    text: {
      en: () => ({
        title: 'Your account is closed',
        text: 'As you have asked, nobody can sign in to it any longer, and your personal data are erased within the hour. What the law demands to be kept, such as trades and the documents of your identity, is erased when its time has come.',
      }),
      hi: () => ({
        title: 'आपका खाता बंद कर दिया गया है',
        text: 'आपके अनुरोध के अनुसार अब कोई भी इस खाते में साइन-इन नहीं कर सकता, और आपका निजी डेटा एक घंटे के भीतर मिटा दिया जाएगा। जिन रिकॉर्ड को रखना कानूनन ज़रूरी है, जैसे ट्रेड और पहचान के दस्तावेज़, वे निर्धारित अवधि पूरी होने पर मिटाए जाएँगे।',
      }),
    },
  }),
  /** Nobody can sign in and read the list. */
  account_frozen: noticeKind({
    category: 'security',
    channels: ['mail'],
    tone: 'warning',
    payload: z.object({}),
    text: {
      en: () => ({
        title: 'Your account is frozen',
        text: 'To protect it or to look into it we have frozen your account: nobody can sign in, and its API keys do not work. Your money and open orders stay as they are. Write to support to learn what happens next.',
        link: { label: 'Write to support', path: paths.support },
      }),
      hi: () => ({
        title: 'आपका खाता फ़्रीज़ किया गया है',
        text: 'खाते की सुरक्षा या जाँच के लिए हमने इसे फ़्रीज़ कर दिया है: कोई साइन-इन नहीं कर सकता और इसकी API कुंजियाँ काम नहीं करतीं। आपकी राशि और खुले ऑर्डर वैसे ही रहेंगे। आगे की जानकारी के लिए सहायता टीम को लिखें।',
        link: { label: 'सहायता टीम को लिखें', path: paths.support },
      }),
    },
  }),
  account_unfrozen: noticeKind({
    category: 'security',
    channels: ['in_app', 'mail'],
    tone: 'success',
    payload: z.object({}),
    text: {
      en: () => ({ title: 'Your account is open again', text: 'You can sign in and use your account as before.' }),
      hi: () => ({
        title: 'आपका खाता फिर से खुल गया है',
        text: 'अब आप साइन-इन करके अपने खाते का पहले की तरह उपयोग कर सकते हैं।',
      }),
    },
  }),
  chat_muted: noticeKind({
    category: 'account',
    channels: ['in_app', 'mail'],
    tone: 'warning',
    payload: z.object({ minutes: z.number() }),
    text: {
      en: ({ minutes }) => ({
        title: 'You cannot write in the chat',
        text: `A moderator has muted you for ${durationText(minutes, 'en')}. You can still read it. If you think that this is a mistake, write to support.`,
        link: { label: 'Write to support', path: paths.tickets },
      }),
      hi: ({ minutes }) => ({
        title: 'आप चैट में नहीं लिख सकते',
        text: `एक मॉडरेटर ने आपको ${durationText(minutes, 'hi')} के लिए म्यूट किया है। आप चैट पढ़ सकते हैं। यदि आपको लगता है कि यह गलती से हुआ है, तो सहायता टीम को लिखें।`,
        link: { label: 'सहायता टीम को लिखें', path: paths.tickets },
      }),
    },
  }),
  chat_mute_ended: noticeKind({
    category: 'account',
    channels: ['in_app'],
    tone: 'success',
    payload: z.object({}),
    text: {
      en: () => ({ title: 'You can write in the chat again', text: 'A moderator has ended your mute.' }),
      hi: () => ({ title: 'आप फिर से चैट में लिख सकते हैं', text: 'एक मॉडरेटर ने आपका म्यूट हटा दिया है।' }),
    },
  }),
};
