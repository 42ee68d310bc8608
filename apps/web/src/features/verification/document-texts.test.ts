import { describe, expect, test } from 'vitest';
import { sentTexts, textErrors, textsOf, wantedFiles } from './document-texts.ts';

const passport = { type: 'passport', panType: null } as const;
const card = { type: null, panType: 'card' } as const;

describe('the files of the form', () => {
  test.each([
    ['a first passport', 'global', {}, [], undefined, ['passport_front', 'selfie']],
    ['the selfie alone', 'global', {}, ['selfie'], undefined, ['selfie']],
    ['the passport again', 'global', {}, ['passport_front'], passport, ['passport_front']],
    [
      'another document than before',
      'global',
      { type: 'idCard' },
      ['passport_front'],
      passport,
      ['idCard_front', 'idCard_back'],
    ],
    ['one side of the PAN card again', 'india', {}, ['pan_back'], card, ['pan_back']],
    ['the e-PAN in the place of the card', 'india', { panType: 'ePan' }, ['pan_back'], card, ['pan']],
  ] as const)('%s', (_, variant, chosen, again, before, wanted) => {
    const texts = { ...textsOf(before), ...chosen };
    expect(wantedFiles({ variant, texts, again, before })).toEqual(wanted);
  });
});

describe('what may be left empty', () => {
  test.each([
    ['nothing of the first document', 'global', {}, undefined, ['number', 'issuing_country']],
    ['nothing of the first document in India', 'india', {}, undefined, ['number', 'adhaarNumber']],
    ['all of a document that is sent again', 'global', {}, passport, []],
    ['the country of another document', 'global', { type: 'idCard' }, passport, ['number']],
    ['all of what is sent again in India', 'india', { panType: 'ePan' }, card, []],
  ] as const)('%s', (_, variant, chosen, before, required) => {
    expect(Object.keys(textErrors(variant, { ...textsOf(before), ...chosen }, before))).toEqual(required);
  });
});

test('the other variant’s texts, and empty ones, are not sent', () => {
  const texts = { ...textsOf(passport), number: 'C01X00T47' };
  expect(sentTexts('global', texts)).toEqual({ type: 'passport', number: 'C01X00T47' });
  expect(sentTexts('india', texts)).toEqual({ panType: 'card', number: 'C01X00T47' });
});
