/** What tickets are about and how far they are, and the languages of support. Free of schemas: the client's lists need it at once. */

import type { ClientLanguage } from '../system/client-language-codes.ts';

/** Those of the FAQ and of the chat's rooms. */
export {
  isLanguage as isSupportLanguage,
  type Language as SupportLanguage,
  languages as supportLanguages,
} from '../system/languages.ts';

/** In the languages of the client. An id is in rows of tickets and of the FAQ: it never gets another meaning. */
export const supportCategories = [
  {
    id: 1,
    name: {
      en: 'Account and sign-in',
      hi: 'खाता और साइन-इन',
      ta: 'கணக்கும் உள்நுழைவும்',
      tr: 'Hesap ve giriş',
      ru: 'Аккаунт и вход',
    },
  },
  {
    id: 2,
    name: {
      en: 'Identity verification',
      hi: 'पहचान सत्यापन',
      ta: 'அடையாளச் சரிபார்ப்பு',
      tr: 'Kimlik doğrulama',
      ru: 'Проверка личности',
    },
  },
  { id: 3, name: { en: 'Deposits', hi: 'जमा', ta: 'வைப்புகள்', tr: 'Yatırmalar', ru: 'Пополнения' } },
  { id: 4, name: { en: 'Withdrawals', hi: 'निकासी', ta: 'பணமெடுப்புகள்', tr: 'Çekimler', ru: 'Выводы' } },
  { id: 5, name: { en: 'Trading', hi: 'ट्रेडिंग', ta: 'வர்த்தகம்', tr: 'İşlemler', ru: 'Торговля' } },
  {
    id: 6,
    name: {
      en: 'Perpetuals',
      hi: 'परपेचुअल कॉन्ट्रैक्ट',
      ta: 'பெர்பெச்சுவல்',
      tr: 'Sürekli vadeli işlemler',
      ru: 'Бессрочные контракты',
    },
  },
  {
    id: 7,
    name: {
      en: 'Fees and taxes',
      hi: 'शुल्क और कर',
      ta: 'கட்டணங்களும் வரிகளும்',
      tr: 'Ücretler ve vergiler',
      ru: 'Комиссии и налоги',
    },
  },
  { id: 8, name: { en: 'Security', hi: 'सुरक्षा', ta: 'பாதுகாப்பு', tr: 'Güvenlik', ru: 'Безопасность' } },
  { id: 9, name: { en: 'API', hi: 'API', ta: 'API', tr: 'API', ru: 'API' } },
  { id: 10, name: { en: 'Something else', hi: 'कुछ और', ta: 'வேறு ஏதாவது', tr: 'Başka bir konu', ru: 'Другое' } },
] as const satisfies readonly { id: number; name: Record<ClientLanguage, string> }[];
export type SupportCategoryId = (typeof supportCategories)[number]['id'];

export const categoryIds = supportCategories.map(({ id }) => id) as [SupportCategoryId, ...SupportCategoryId[]];

/** The specification's words, in its colours. */
export const ticketStatuses = [
  { name: 'created', color: 'orange' },
  { name: 'in_proccess', color: 'main' },
  { name: 'fixed', color: 'green' },
  { name: 'cancelled', color: 'red' },
] as const;
export type TicketStatus = (typeof ticketStatuses)[number]['name'];

export function isClosed(status: TicketStatus): boolean {
  return status === 'fixed' || status === 'cancelled';
}
