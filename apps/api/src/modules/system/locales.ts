/** The server's own texts by language. English is complete and is the fallback for missing texts. */
import { errorTable } from '@pelican/shared/contracts';

export const languages = [{ code: 'en', label: 'English' }] as const;
export const defaultLanguage = 'en';

type Messages = Record<string, string>;

const english: Messages = {
  ...Object.fromEntries(Object.entries(errorTable).map(([code, { message }]) => [`errors.${code}`, message])),
  'validators.required': 'Field is required',
  'validators.minValue': 'Min value is {{min}}',
  'validators.maxValue': 'Max value is {{max}}',
  'validators.alphanumeric': 'Only letters, digits and underscores',
  'order.notCreated': 'Your order was not created',
  'order.notUpdated': 'Your order was not updated',
  'order.deleteFailed': 'Error deleting orders',
  'socket.authorizationTimeout': 'Authorization service is timeout. Trying to fix this.',
  'socket.closed': 'Socket is closed',
};
const messagesByLanguage: Record<string, Messages> = { en: english };

export function isKnownLocale(code: string): boolean {
  return languages.some((language) => language.code === code);
}

/** The language that serves a wish such as "en-GB"; the default for one that is not offered. */
export function bestLanguage(wish: string | undefined): string {
  const code = (wish ?? '').toLowerCase().split(/[-_]/)[0] as string;
  return isKnownLocale(code) ? code : defaultLanguage;
}

/** All texts of a language. */
export function messagesOf(language: string): Messages {
  return { ...english, ...messagesByLanguage[language] };
}
