/** E-mail addresses and telephone numbers: one form to keep them in, and a form to show them in. */
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** In the form of E.164; undefined for what is no number of a telephone in any country. */
export function canonicalPhone(text: string): string | undefined {
  const number = parsePhoneNumberFromString(text.trim());
  return number?.isValid() && number.ext === undefined ? number.number : undefined;
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
