/** Whom payment providers pay: what the form of each method asks. Free of schemas. */

export type ReceiverField =
  | 'email'
  | 'phone'
  | 'account'
  | 'card_number'
  | 'card_date'
  | 'holder'
  | 'birth_date'
  | 'country'
  | 'city';

/** The methods by which providers pay, with what the form of each asks beside the amount. The first field names the receiver in lists. */
export const receiverForms: Readonly<Record<string, readonly ReceiverField[]>> = {
  ADVACCOUNT: ['email'],
  ADVCARD: ['card_number', 'card_date', 'holder', 'phone', 'birth_date', 'country', 'city'],
  KITVISA: ['card_number'],
  FCHANGE: ['account'],
  PRRUB: ['account'],
  QWRUB: ['phone'],
  YAMRUB: ['account'],
  WIRETRY: ['account', 'holder'],
  P24UAH: ['card_number'],
  MONOBUAH: ['card_number'],
  LATAMEX: ['account', 'holder'],
  MERCURYO: ['card_number', 'holder'],
  GROW: ['email'],
  LEOBANK: ['card_number'],
  PAYSOFT: ['account'],
  CWD: ['account'],
};

export const receiverFieldsOf = (key: string): readonly ReceiverField[] =>
  (Object.hasOwn(receiverForms, key) && receiverForms[key]) || [];

/** The receiver as lists, mails and logs have it: of the number of a card the first six digits and the last four. */
export function receiverName(key: string, details: Readonly<Partial<Record<ReceiverField, string>>>): string {
  const [first] = receiverFieldsOf(key);
  const given = (first && details[first]) ?? '';
  if (first !== 'card_number') return given;
  const digits = cardDigits(given);
  return `${digits.slice(0, 6)}${'*'.repeat(Math.max(0, digits.length - 10))}${digits.slice(-4)}`;
}

/** Without the spaces and dashes that people type. */
export const cardDigits = (typed: string): string => typed.replaceAll(/[ -]/g, '');

/** By the check digit of ISO/IEC 7812 (Luhn). */
export function isCardNumber(digits: string): boolean {
  if (!/^\d{13,19}$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
