/** Words and figures that several notices share, by language. */
import type { Language } from '@pelican/shared/contracts/system';

/** How long a code that was sent counts. */
export const codeSeconds = 10 * 60;

/** Rupees are grouped 12,34,567.89, and everything is in Hindi; the rest by thousands. The digits stay exact. */
export function amountText(amount: string, ticker: string, language: Language): string {
  const region = language === 'hi' || ticker === 'INR' ? '-IN' : '';
  const format = new Intl.NumberFormat(`${language}${region}`, { maximumFractionDigits: 20 });
  return `${format.format(amount as Intl.StringNumericLiteral)} ${ticker}`;
}

/** @param day '2026-12-07' */
export function dayText(day: string, language: Language): string {
  const format = new Intl.DateTimeFormat(`${language}-IN`, { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(new Date(day));
}

/** '2 hours': in the largest unit that divides it. */
export function durationText(minutes: number, language: Language): string {
  const [unit, size] = minutes % 1_440 === 0 ? ['day', 1_440] : minutes % 60 === 0 ? ['hour', 60] : ['minute', 1];
  const format = new Intl.NumberFormat(`${language}-IN`, { style: 'unit', unit: String(unit), unitDisplay: 'long' });
  return format.format(minutes / Number(size));
}

/** How long nothing is withdrawn, as a sentence with the space after it; '' for no hours. */
export function lockText(hours: number, language: Language): string {
  if (hours === 0) return '';
  const time = durationText(hours * 60, language);
  return language === 'hi' ? `${time} तक निकासी नहीं हो सकेगी। ` : `Nothing can be withdrawn for ${time}. `;
}

/** In notices that were written without the hours of a lock. */
export const formerLockHours = 48;

/** What to do about something that an intruder may have done. */
export const ifNotYou: Record<Language, string> = {
  en: 'If you did not do this, change your password and write to support at once.',
  hi: 'यदि यह आपने नहीं किया है, तो तुरंत अपना पासवर्ड बदलें और सहायता टीम को लिखें।',
};
