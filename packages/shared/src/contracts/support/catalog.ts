/** What tickets are about and how far they are, and the languages of support. Free of schemas: the client's lists need it at once. */

/** Those of the FAQ and of the chat's rooms. */
export {
  isLanguage as isSupportLanguage,
  type Language as SupportLanguage,
  languages as supportLanguages,
} from '../system/languages.ts';

/** An id is in rows of tickets and of the FAQ: it never gets another meaning. */
export const supportCategories = [
  { id: 1, name: { en: 'Account and sign-in', hi: 'खाता और साइन-इन' } },
  { id: 2, name: { en: 'Identity verification', hi: 'पहचान सत्यापन' } },
  { id: 3, name: { en: 'Deposits', hi: 'जमा' } },
  { id: 4, name: { en: 'Withdrawals', hi: 'निकासी' } },
  { id: 5, name: { en: 'Trading', hi: 'ट्रेडिंग' } },
  { id: 6, name: { en: 'Perpetuals', hi: 'परपेचुअल कॉन्ट्रैक्ट' } },
  { id: 7, name: { en: 'Fees and taxes', hi: 'शुल्क और कर' } },
  { id: 8, name: { en: 'Security', hi: 'सुरक्षा' } },
  { id: 9, name: { en: 'API', hi: 'API' } },
  { id: 10, name: { en: 'Something else', hi: 'कुछ और' } },
] as const;
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
