import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { addMessages } from '../../../platform/i18n.ts';
import { usePreferences } from '../../../platform/preferences.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import english from '../locales/en.json';
import { MomentField } from './moment-field.tsx';

addMessages('ops', english);
afterEach(() => {
  cleanup();
  usePreferences.setState({ timeZone: null });
});

const seconds = (text: string) => Date.parse(text) / 1_000;

function show(first: number | null, timeZone: string | null) {
  usePreferences.setState({ timeZone });
  const given: (number | null)[] = [];
  renderPage(() => {
    const [value, setValue] = useState(first);
    const change = (moment: number | null) => {
      given.push(moment);
      setValue(moment);
    };
    return <MomentField label="Until" description="May be empty." value={value} onChange={change} />;
  });
  const field = screen.getByLabelText<HTMLInputElement>(/^Until/);
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  return { field, type, given };
}

test('a time is shown and read in the zone of the account, which is said beside it', () => {
  const { field, type, given } = show(seconds('2026-11-29T04:30:59Z'), 'Asia/Kolkata');
  expect(field.value).toBe('2026-11-29T10:00');
  expect(screen.getByText('May be empty. Time zone: Asia/Kolkata')).toBeTruthy();
  type('2026-11-30T00:15');
  type('');
  expect(given).toEqual([seconds('2026-11-29T18:45:00Z'), null]);
});

test('without a choice of the account it is the zone of the device', () => {
  show(null, null);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ');
  expect(screen.getByText(`May be empty. Time zone: ${zone}`)).toBeTruthy();
});

test('where the zone changes meanwhile the moment stays', async () => {
  const { given } = show(seconds('2026-11-29T04:30:00Z'), 'Asia/Kolkata');
  act(() => {
    usePreferences.setState({ timeZone: 'America/New_York' });
  });
  expect(await screen.findByDisplayValue('2026-11-28T23:30')).toBeTruthy();
  expect(given).toEqual([]);
});

test('what is being typed stays as it is: a year by its digits, and an hour that clocks leave out', () => {
  const { field, type, given } = show(null, 'Europe/Berlin');
  for (const text of ['0002-03-29T02:30', '2026-03-29T02:30']) {
    type(text);
    expect(field.value).toBe(text);
  }
  expect(given.at(-1)).toBe(seconds('2026-03-29T01:30:00Z'));
});
