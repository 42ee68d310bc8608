import { expect, test } from 'vitest';
import { errorTable } from '../errors.ts';
import { requiredText } from '../validation/index.ts';
import { fieldTextIn, hindiErrors, refusalIn } from './index.ts';

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

test('each error has its text in Hindi, in Devanagari', () => {
  expect(Object.keys(hindiErrors).toSorted()).toEqual(Object.keys(errorTable).toSorted());
  expect(Object.entries(hindiErrors).filter(([, text]) => !/[\u0900-\u097f]/.test(text))).toEqual([]);
});
