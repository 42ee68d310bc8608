import { expect, test } from 'vitest';
import { type ErrorCode, errorTable } from '../errors.ts';
import { requiredText } from '../validation/index.ts';
import { hindiFields } from './fields-hi.ts';
import { errorTexts, fieldTextIn, refusalIn } from './index.ts';
import { type TranslatedLanguage, translatedLanguages } from './translated-languages.ts';

test('a refusal is translated text by text: its own by the code, those of fields by their English form', () => {
  const body = {
    code: 'invalid_argument' as const,
    errors: { message: ['Form is not valid'], email: [requiredText], amount: ['Min value is 0.01', 'Odd text'] },
  };
  expect(refusalIn('hi', body)).toEqual({
    code: 'invalid_argument',
    errors: {
      message: ['फ़ॉर्म सही नहीं है'],
      email: ['यह फ़ील्ड भरना ज़रूरी है'],
      amount: ['कम से कम 0.01 होना चाहिए', 'Odd text'],
    },
  });
  expect(refusalIn('en', body)).toBe(body);
  expect(refusalIn('fr', body)).toBe(body);
  expect(fieldTextIn('hi', 'constructor')).toBe('constructor');
});

const letters: Record<TranslatedLanguage, RegExp> = {
  hi: /\p{Script=Devanagari}/u,
  ta: /\p{Script=Tamil}/u,
  tr: /\p{Script=Latin}/u,
  ru: /\p{Script=Cyrillic}/u,
};

test.each(translatedLanguages)('each error has its text in %s, in the letters of the language', (language) => {
  const texts = errorTexts[language];
  expect(Object.keys(texts).toSorted()).toEqual(Object.keys(errorTable).toSorted());
  expect(Object.entries(texts).filter(([, text]) => !letters[language].test(text))).toEqual([]);
  const isEnglish = ([code, text]: [string, string]) => text === errorTable[code as ErrorCode].message;
  expect(Object.entries(texts).filter(isEnglish)).toEqual([]);
});

test.each(translatedLanguages)('texts of fields are in %s, with their numbers', (language) => {
  expect(fieldTextIn(language, 'Min value is 0.01')).toContain('0.01');
  expect(Object.keys(hindiFields)).toContain(requiredText);
  expect(Object.keys(hindiFields).filter((text) => fieldTextIn(language, text) === text)).toEqual([]);
});
