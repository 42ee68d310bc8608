/** Notices of rewards. */
import { paths } from '@pelican/shared/client-paths';
import * as z from 'zod/mini';
import { noticeKind } from '../notice-kind.ts';
import { amountText } from './words.ts';

const bonus = z.object({ amount: z.string(), ticker: z.string() });

export const rewardNotices = {
  referral_friend_qualified: noticeKind({
    category: 'account',
    channels: ['in_app', 'mail'],
    tone: 'success',
    payload: z.object({}),
    text: {
      en: () => ({
        title: 'A friend of yours trades',
        text: 'A friend who signed up with your code is verified and has made the first trade: a share of their trading fees is yours from now on. Claim each reward within 30 days.',
        link: { label: 'See your friends', path: paths.myReferrals },
      }),
      hi: () => ({
        title: 'आपके एक मित्र ने ट्रेडिंग शुरू की',
        text: 'आपके कोड से साइन-अप करने वाले एक मित्र की पहचान सत्यापित हो गई है और उन्होंने पहला ट्रेड कर लिया है: अब से उनके ट्रेडिंग शुल्क का एक हिस्सा आपका है। हर रिवॉर्ड 30 दिनों के भीतर क्लेम करें।',
        link: { label: 'अपने मित्र देखें', path: paths.myReferrals },
      }),
    },
  }),
  referral_rewards_paid: noticeKind({
    category: 'account',
    channels: ['in_app', 'mail'],
    tone: 'success',
    payload: z.object({ paid: z.string() }),
    text: {
      en: ({ paid }) => ({
        title: 'Referral rewards paid',
        text: `${paid} of referral rewards are in your main wallet.`,
        link: { label: 'See your rewards', path: paths.referralClaims },
      }),
      hi: ({ paid }) => ({
        title: 'रेफ़रल रिवॉर्ड जमा हुए',
        text: `${paid} के रेफ़रल रिवॉर्ड आपके मुख्य वॉलेट में जमा कर दिए गए हैं।`,
        link: { label: 'अपने रिवॉर्ड देखें', path: paths.referralClaims },
      }),
    },
  }),
  referral_rewards_ending: noticeKind({
    category: 'account',
    channels: ['in_app', 'mail'],
    tone: 'warning',
    /** As amounts with their tickers. */
    payload: z.object({ lapses: z.array(z.string()) }),
    text: {
      en: ({ lapses }) => ({
        title: 'Referral rewards lapse soon',
        text: `Claim them within three days: ${lapses.join(', ')}. What is not claimed within 30 days lapses.`,
        link: { label: 'Claim your rewards', path: paths.referralClaims },
      }),
      hi: ({ lapses }) => ({
        title: 'रेफ़रल रिवॉर्ड जल्द समाप्त होंगे',
        text: `इन्हें तीन दिनों के भीतर क्लेम करें: ${lapses.join(', ')}। जो रिवॉर्ड 30 दिनों में क्लेम नहीं होते, वे समाप्त हो जाते हैं।`,
        link: { label: 'अपने रिवॉर्ड क्लेम करें', path: paths.referralClaims },
      }),
    },
  }),
  sign_up_bonus_granted: noticeKind({
    category: 'account',
    channels: ['in_app', 'mail'],
    tone: 'info',
    payload: bonus,
    text: {
      en: ({ amount, ticker }) => ({
        title: 'Your sign-up bonus',
        text: `${amountText(amount, ticker, 'en')} are kept for you for 14 days: they are yours when your identity is verified.`,
        link: { label: 'Verify your identity', path: paths.kyc },
      }),
      hi: ({ amount, ticker }) => ({
        title: 'आपका साइन-अप बोनस',
        text: `${amountText(amount, ticker, 'hi')} 14 दिनों तक आपके लिए सुरक्षित रखे गए हैं: पहचान सत्यापित होते ही ये आपके हो जाएँगे।`,
        link: { label: 'अपनी पहचान सत्यापित करें', path: paths.kyc },
      }),
    },
  }),
  sign_up_bonus_released: noticeKind({
    category: 'account',
    channels: ['in_app', 'mail'],
    tone: 'success',
    payload: bonus,
    text: {
      en: ({ amount, ticker }) => ({
        title: 'Your sign-up bonus is yours',
        text: `${amountText(amount, ticker, 'en')} are in your main wallet.`,
        link: { label: 'See your assets', path: paths.walletList },
      }),
      hi: ({ amount, ticker }) => ({
        title: 'साइन-अप बोनस अब आपका है',
        text: `${amountText(amount, ticker, 'hi')} आपके मुख्य वॉलेट में जमा कर दिए गए हैं।`,
        link: { label: 'अपनी परिसंपत्तियाँ देखें', path: paths.walletList },
      }),
    },
  }),
  sign_up_bonus_ending: noticeKind({
    category: 'account',
    channels: ['in_app', 'mail'],
    tone: 'warning',
    payload: bonus,
    text: {
      en: ({ amount, ticker }) => ({
        title: 'Your sign-up bonus ends within a day',
        text: `${amountText(amount, ticker, 'en')} are kept for you until then. Send the documents of your identity before it ends: the bonus waits while we look at them.`,
        link: { label: 'Verify your identity', path: paths.kyc },
      }),
      hi: ({ amount, ticker }) => ({
        title: 'आपका साइन-अप बोनस एक दिन में समाप्त होगा',
        text: `${amountText(amount, ticker, 'hi')} तब तक आपके लिए सुरक्षित हैं। उससे पहले अपनी पहचान के दस्तावेज़ भेजें: जाँच पूरी होने तक बोनस सुरक्षित रहेगा।`,
        link: { label: 'अपनी पहचान सत्यापित करें', path: paths.kyc },
      }),
    },
  }),
  sign_up_bonus_revoked: noticeKind({
    category: 'account',
    channels: ['in_app', 'mail'],
    tone: 'warning',
    payload: bonus,
    text: {
      en: ({ amount, ticker }) => ({
        title: 'Your sign-up bonus was taken back',
        text: `${amountText(amount, ticker, 'en')} were kept for you and are no longer. Ask support if you do not know why.`,
        link: { label: 'Write to support', path: paths.tickets },
      }),
      hi: ({ amount, ticker }) => ({
        title: 'आपका साइन-अप बोनस वापस ले लिया गया',
        text: `${amountText(amount, ticker, 'hi')} आपके लिए सुरक्षित रखे गए थे, जो अब उपलब्ध नहीं हैं। कारण न पता हो तो सहायता टीम से पूछें।`,
        link: { label: 'सहायता टीम को लिखें', path: paths.tickets },
      }),
    },
  }),
  sign_up_bonus_expired: noticeKind({
    category: 'account',
    channels: ['in_app', 'mail'],
    tone: 'info',
    payload: bonus,
    text: {
      en: ({ amount, ticker }) => ({
        title: 'Your sign-up bonus has expired',
        text: `${amountText(amount, ticker, 'en')} were kept for you until your identity would be verified, which did not happen in time.`,
      }),
      hi: ({ amount, ticker }) => ({
        title: 'आपके साइन-अप बोनस की अवधि समाप्त हो गई',
        text: `${amountText(amount, ticker, 'hi')} पहचान सत्यापित होने तक आपके लिए सुरक्षित रखे गए थे, लेकिन सत्यापन समय पर पूरा नहीं हुआ।`,
      }),
    },
  }),
};
