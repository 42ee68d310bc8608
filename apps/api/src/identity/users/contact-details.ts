/** E-mail addresses and telephone numbers: one form to keep them in, and a form to show them in. */
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Numbers whose owner earns by each call or message, or which are no telephone of a person. */
const refusedTypes: ReadonlySet<string | undefined> = new Set([
  'PREMIUM_RATE',
  'SHARED_COST',
  'UAN',
  'PAGER',
  'VOICEMAIL',
]);

/** In the form of E.164; undefined for what is no number of a person's telephone in any country. */
export function canonicalPhone(text: string): string | undefined {
  const number = parsePhoneNumberFromString(text.trim());
  if (!number?.isValid() || number.ext !== undefined) return undefined;
  return number.country === undefined || refusedTypes.has(number.getType()) ? undefined : number.number;
}

/** ISO 3166 alpha-2 of a number in the form of E.164; undefined for one of no country. */
export function countryOfPhone(phone: string): string | undefined {
  return parsePhoneNumberFromString(phone)?.country;
}

/** '91' of a number in the form of E.164; '' where there is none. */
export function callingCodeOf(phone: string): string {
  return parsePhoneNumberFromString(phone)?.countryCallingCode ?? '';
}

/** '+91******21' */
export function maskPhone(phone: string): string {
  return `${phone.slice(0, 3)}******${phone.slice(-2)}`;
}

/** 'a***e@demo.local' */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email;
  return `${first}***${at > 2 ? email.charAt(at - 1) : ''}${email.slice(at)}`;
}
