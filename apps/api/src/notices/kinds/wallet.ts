/** Notices of money that comes, goes and moves. Payloads have amounts as decimals without needless zeros. */
import { depositPath, paths, walletRecordPath } from '@pelican/shared/client-paths';
import * as z from 'zod/mini';
import { noticeKind } from '../notice-kind.ts';
import { amountText } from './words.ts';

const transfer = z.object({ amount: z.string(), ticker: z.string(), from: z.string(), to: z.string() });
const wallets = {
  en: { label: 'Open your wallets', path: paths.walletList },
  hi: { label: 'अपने वॉलेट खोलें', path: paths.walletList },
};

const hindiWallets: Record<string, string> = { main: 'मुख्य', trade: 'ट्रेड', futures: 'फ़्यूचर्स' };
const hindiWallet = (name: string) => hindiWallets[name] ?? name;

/** What operators say of an adjustment. */
const adjustment = z.object({ amount: z.string(), ticker: z.string(), text: z.string() });

/** Its record; rows of the release before have no id. */
const deposit = { id: z.optional(z.number()), amount: z.string(), ticker: z.string() };
const pathOf = ({ id, ticker }: { id?: number | undefined; ticker: string }) =>
  id === undefined ? depositPath(ticker) : walletRecordPath('deposit', id);

export const walletNotices = {
  wallet_credited: noticeKind({
    category: 'wallet',
    channels: ['in_app', 'mail', 'text'],
    tone: 'success',
    payload: z.object({ amount: z.string(), ticker: z.string() }),
    text: {
      en: ({ amount, ticker }) => ({
        title: `${amountText(amount, ticker, 'en')} credited`,
        text: `${amountText(amount, ticker, 'en')} arrived in your account.`,
        link: wallets.en,
      }),
      hi: ({ amount, ticker }) => ({
        title: `${amountText(amount, ticker, 'hi')} जमा हुए`,
        text: `आपके खाते में ${amountText(amount, ticker, 'hi')} जमा हुए हैं।`,
        link: wallets.hi,
      }),
    },
  }),
  wallet_taken: noticeKind({
    category: 'wallet',
    channels: ['in_app', 'mail'],
    tone: 'warning',
    payload: adjustment,
    text: {
      en: ({ amount, ticker, text }) => ({
        title: `${amountText(amount, ticker, 'en')} taken from your wallet`,
        text: `The exchange has taken ${amountText(amount, ticker, 'en')} from your main wallet: ${text}`,
        link: wallets.en,
      }),
      hi: ({ amount, ticker, text }) => ({
        title: `आपके वॉलेट से ${amountText(amount, ticker, 'hi')} लिए गए`,
        text: `एक्सचेंज ने आपके मुख्य वॉलेट से ${amountText(amount, ticker, 'hi')} लिए हैं: ${text}`,
        link: wallets.hi,
      }),
    },
  }),
  wallet_given: noticeKind({
    category: 'wallet',
    channels: ['in_app', 'mail'],
    tone: 'success',
    payload: adjustment,
    text: {
      en: ({ amount, ticker, text }) => ({
        title: `${amountText(amount, ticker, 'en')} added to your wallet`,
        text: `The exchange has added ${amountText(amount, ticker, 'en')} to your main wallet: ${text}`,
        link: wallets.en,
      }),
      hi: ({ amount, ticker, text }) => ({
        title: `आपके वॉलेट में ${amountText(amount, ticker, 'hi')} जोड़े गए`,
        text: `एक्सचेंज ने आपके मुख्य वॉलेट में ${amountText(amount, ticker, 'hi')} जोड़े हैं: ${text}`,
        link: wallets.hi,
      }),
    },
  }),
  deposit_seen: noticeKind({
    category: 'wallet',
    channels: ['in_app'],
    tone: 'info',
    payload: z.object({ ...deposit, reason: z.optional(z.string()) }),
    text: {
      en: ({ id, amount, ticker, reason }) => ({
        title: `${amountText(amount, ticker, 'en')} on its way`,
        text:
          reason === undefined
            ? `The network has a deposit of ${amountText(amount, ticker, 'en')} for you. It is credited after its confirmations.`
            : `A deposit of ${amountText(amount, ticker, 'en')} is not credited: ${reason}.`,
        link: { label: 'Open the deposit', path: pathOf({ id, ticker }) },
      }),
      hi: ({ id, amount, ticker, reason }) => ({
        title: `${amountText(amount, ticker, 'hi')} आ रहे हैं`,
        text:
          reason === undefined
            ? `नेटवर्क पर आपके लिए ${amountText(amount, ticker, 'hi')} की जमा राशि है। पुष्टियों के बाद यह जमा होगी।`
            : `${amountText(amount, ticker, 'hi')} की जमा राशि स्वीकार नहीं हुई। कारण जमा पृष्ठ पर है।`,
        link: { label: 'जमा खोलें', path: pathOf({ id, ticker }) },
      }),
    },
  }),
  deposit_credited: noticeKind({
    category: 'wallet',
    channels: ['in_app', 'mail', 'text'],
    tone: 'success',
    payload: z.object(deposit),
    text: {
      en: ({ id, amount, ticker }) => ({
        title: `${amountText(amount, ticker, 'en')} deposited`,
        text: `Your deposit of ${amountText(amount, ticker, 'en')} is confirmed and in your main wallet.`,
        link: { label: 'Open the deposit', path: pathOf({ id, ticker }) },
      }),
      hi: ({ id, amount, ticker }) => ({
        title: `${amountText(amount, ticker, 'hi')} जमा हुए`,
        text: `${amountText(amount, ticker, 'hi')} की आपकी जमा राशि की पुष्टि हो गई है और वह आपके मुख्य वॉलेट में है।`,
        link: { label: 'जमा खोलें', path: pathOf({ id, ticker }) },
      }),
    },
  }),
  transfer_completed: noticeKind({
    category: 'wallet',
    channels: ['in_app'],
    tone: 'success',
    quiet: true,
    payload: transfer,
    text: {
      en: ({ amount, ticker, from, to }) => ({
        title: 'Transfer completed',
        text: `${amountText(amount, ticker, 'en')} moved from the ${from} wallet to the ${to} wallet.`,
      }),
      hi: ({ amount, ticker, from, to }) => ({
        title: 'ट्रांसफ़र पूरा हुआ',
        text: `${amountText(amount, ticker, 'hi')} ${hindiWallet(from)} वॉलेट से ${hindiWallet(to)} वॉलेट में भेजे गए।`,
      }),
    },
  }),
  transfer_refused: noticeKind({
    category: 'wallet',
    channels: ['in_app', 'mail'],
    tone: 'warning',
    payload: transfer,
    text: {
      en: ({ amount, ticker, from, to }) => ({
        title: 'Transfer refused',
        text: `${amountText(amount, ticker, 'en')} could not be moved from the ${from} wallet to the ${to} wallet. Nothing is lost: see your wallets.`,
        link: wallets.en,
      }),
      hi: ({ amount, ticker, from, to }) => ({
        title: 'ट्रांसफ़र अस्वीकृत हुआ',
        text: `${amountText(amount, ticker, 'hi')} ${hindiWallet(from)} वॉलेट से ${hindiWallet(to)} वॉलेट में नहीं भेजे जा सके। आपकी राशि सुरक्षित है: अपने वॉलेट देखें।`,
        link: wallets.hi,
      }),
    },
  }),
};
