import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { cleanDecimal } from '../../ui/clean-decimal.ts';
import { NumberField } from './number-field.tsx';

afterEach(cleanup);

function Form() {
  const [amount, setAmount] = useState('');
  return (
    <>
      <NumberField label="Amount" suffix="BTC" value={amount} onChange={(typed) => setAmount(cleanDecimal(typed, 2))} />
      <output>{amount}</output>
      <button type="button" onClick={() => setAmount('0.5')}>
        Half
      </button>
    </>
  );
}

function start() {
  renderPage(Form);
  return { person: userEvent.setup(), field: screen.getByLabelText<HTMLInputElement>('Amount') };
}

test.each(['1e3', '-5', '−5', '1.2,5'])(
  '%s typed key by key is refused in the field and is no number',
  async (text) => {
    const { person, field } = start();
    await person.type(field, text);
    expect(field.value).toBe(text);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Enter a plain number, such as 1000.5')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe('');
  },
);

test('a corrected text, or a number from elsewhere, takes the place of a refused one', async () => {
  const { person, field } = start();
  await person.type(field, '1e');
  await person.type(field, '{Backspace}2');
  expect(field.value).toBe('12');
  expect(field.getAttribute('aria-invalid')).toBeNull();
  await person.type(field, 'e3');
  await person.click(screen.getByRole('button', { name: 'Half' }));
  expect(field.value).toBe('0.5');
});

test('the caret stays when a digit beyond the step is cut', async () => {
  const { person, field } = start();
  await person.type(field, '1.25');
  await person.type(field, '9', { initialSelectionStart: 2, initialSelectionEnd: 2 });
  expect(field.value).toBe('1.92');
  expect(field.selectionStart).toBe(3);
});

test('the line for an error is there before the error, so that nothing below the field moves', async () => {
  const { person, field } = start();
  const note = field.getAttribute('aria-describedby');
  expect(note).toBeNull();
  const lines = document.querySelectorAll('p').length;
  await person.type(field, '-');
  expect(document.querySelectorAll('p')).toHaveLength(lines);
});
