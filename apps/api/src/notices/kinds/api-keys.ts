/** Notices of API keys. */
import { paths } from '@pelican/shared/client-paths';
import * as z from 'zod/mini';
import { noticeKind } from '../notice-kind.ts';

const link = {
  en: { label: 'API keys', path: paths.apiKeys },
  hi: { label: 'API कुंजियाँ', path: paths.apiKeys },
};

const hindiScopes: Record<string, string> = {
  read: 'देखना',
  trade: 'ट्रेड करना',
  transfer: 'ट्रांसफ़र करना',
  withdraw: 'निकासी करना',
};

/** @param texts titles, and what was done to the key */
function apiKeyNotice(texts: Record<'en' | 'hi', { title: string; done: string }>) {
  return noticeKind({
    category: 'security',
    channels: ['in_app', 'mail'],
    tone: 'info',
    quiet: true,
    payload: z.object({ name: z.string() }),
    text: {
      en: ({ name }) => ({ title: texts.en.title, text: `The API key “${name}” ${texts.en.done}.`, link: link.en }),
      hi: ({ name }) => ({ title: texts.hi.title, text: `API कुंजी “${name}” ${texts.hi.done}।`, link: link.hi }),
    },
  });
}

export const apiKeyNotices = {
  api_key_created: noticeKind({
    category: 'security',
    channels: ['in_app', 'mail', 'text'],
    forced: ['text'],
    tone: 'warning',
    quiet: true,
    payload: z.object({ name: z.string(), scopes: z.array(z.string()) }),
    text: {
      en: ({ name, scopes }) => ({
        title: 'API key made',
        text: `The API key “${name}” was made. It may: ${scopes.join(', ')}. If it was not you, delete it and change your password at once.`,
        link: link.en,
      }),
      hi: ({ name, scopes }) => ({
        title: 'API कुंजी बनाई गई',
        text: `API कुंजी “${name}” बनाई गई है। इससे यह किया जा सकता है: ${scopes.map((scope) => hindiScopes[scope] ?? scope).join(', ')}। यदि इसे आपने नहीं बनाया है, तो इसे तुरंत हटाएँ और अपना पासवर्ड बदलें।`,
        link: link.hi,
      }),
    },
  }),
  api_key_enabled: apiKeyNotice({
    en: { title: 'API key turned on', done: 'was turned on' },
    hi: { title: 'API कुंजी चालू की गई', done: 'चालू कर दी गई है' },
  }),
  api_key_disabled: apiKeyNotice({
    en: { title: 'API key turned off', done: 'was turned off' },
    hi: { title: 'API कुंजी बंद की गई', done: 'बंद कर दी गई है' },
  }),
  api_key_revoked: apiKeyNotice({
    en: { title: 'API key revoked', done: 'was turned off for good by us: write to support if you do not know why' },
    hi: { title: 'API कुंजी रद्द की गई', done: 'हमने हमेशा के लिए बंद कर दी है: कारण न पता हो, तो सहायता टीम को लिखें' },
  }),
  api_key_deleted: apiKeyNotice({
    en: { title: 'API key deleted', done: 'was deleted' },
    hi: { title: 'API कुंजी हटाई गई', done: 'हटा दी गई है' },
  }),
};
