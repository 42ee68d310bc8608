import { type ChangeEvent, useState } from 'react';
import { isRefusedNumber } from './clean-decimal.ts';

/**
 * The text of a number field whose owner cleans what was typed. A refused text stays as it was typed and its owner has
 * nothing instead; the caret stays where it was when cleaning changes the text.
 */
export function useTypedNumber(value: string, onChange: (typed: string) => void) {
  const [refusedText, setRefusedText] = useState('');
  // The owner may have put another number in the place of a refused one.
  const refused = value === '' && refusedText !== '';
  return {
    text: refused ? refusedText : value,
    refused,
    onChange: ({ currentTarget: field }: ChangeEvent<HTMLInputElement>) => {
      const typed = field.value;
      const isRefused = isRefusedNumber(typed);
      setRefusedText(isRefused ? typed : '');
      keepCaret(field);
      onChange(isRefused ? '' : typed);
    },
  };
}

/** React puts the caret of a field whose text it replaces at the end. */
function keepCaret(field: HTMLInputElement): void {
  const { value: typed, selectionStart: caret } = field;
  queueMicrotask(() => {
    if (field.value !== typed) field.setSelectionRange(caret, caret);
  });
}
