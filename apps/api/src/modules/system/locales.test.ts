import { clientLanguageCodes } from '@pelican/shared/contracts/system';
import { describe, expect, test } from 'vitest';
import { messagesOf } from './locales.ts';

const english = messagesOf('en');

describe.each(clientLanguageCodes.filter((code) => code !== 'en'))('%s', (language) => {
  const messages = messagesOf(language);

  test('has every text in its own words', () => {
    expect(Object.keys(messages).toSorted()).toEqual(Object.keys(english).toSorted());
    const own = Object.keys(messages).filter((key) => !key.startsWith('errors.'));
    expect(own.filter((key) => messages[key] === english[key])).toEqual([]);
  });

  test('names the values of each text as English does', () => {
    const valuesIn = (text = '') => (text.match(/\{\{\w+\}\}/g) ?? []).toSorted();
    for (const [key, text] of Object.entries(english))
      expect([key, valuesIn(messages[key])]).toEqual([key, valuesIn(text)]);
  });
});
