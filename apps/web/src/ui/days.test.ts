import { afterEach, expect, test } from 'vitest';
import { usePreferences } from '../platform/preferences.ts';
import { clockOf, dayOf, momentOf, startOfDayIn } from './days.ts';

afterEach(() => usePreferences.setState({ timeZone: null }));

const seconds = (text: string) => Date.parse(text) / 1_000;

test.each([
  ['2026-11-29', 'Asia/Kolkata', '2026-11-28T18:30:00Z'],
  ['2026-11-29', 'UTC', '2026-11-29T00:00:00Z'],
  // Clocks are changed at two or three o'clock of the day, or were on the day before.
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00Z'],
  ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00Z'],
  ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00Z'],
  ['2026-10-26', 'Europe/Berlin', '2026-10-25T23:00:00Z'],
  ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00Z'],
  ['2026-11-02', 'America/New_York', '2026-11-02T05:00:00Z'],
  // The day begins at one o'clock, because midnight is left out.
  ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00Z'],
  // Midnight comes a second time an hour later: the day has begun with the first.
  ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00Z'],
  // The hour before midnight comes twice.
  ['2018-02-18', 'America/Sao_Paulo', '2018-02-18T03:00:00Z'],
])('%s begins in %s at %s', (date, zone, start) => {
  expect(startOfDayIn(date, 0, zone)).toBe(seconds(start));
});

test('days are counted over the ends of months and over changes of clocks', () => {
  expect(startOfDayIn('2026-10-25', 1, 'Europe/Berlin')).toBe(seconds('2026-10-25T23:00:00Z'));
  expect(startOfDayIn('2026-02-28', 1, 'UTC')).toBe(seconds('2026-03-01T00:00:00Z'));
});

test('the day of a moment is that of the zone which the person has chosen', () => {
  usePreferences.setState({ timeZone: 'Pacific/Auckland' });
  expect(dayOf(Date.parse('2026-11-29T12:00:00Z'))).toBe('2026-11-30');
  expect(startOfDayIn('2026-11-30')).toBe(seconds('2026-11-29T11:00:00Z'));
  usePreferences.setState({ timeZone: 'America/Los_Angeles' });
  expect(dayOf(Date.parse('2026-11-29T07:00:00Z'))).toBe('2026-11-28');
});

test.each([
  ['2026-11-29T10:00', 'Asia/Kolkata', '2026-11-29T04:30:00Z'],
  // While its year is typed.
  ['0002-11-29T10:00', 'UTC', '0002-11-29T10:00:00Z'],
  ['2026-11-29T00:15', 'America/New_York', '2026-11-29T05:15:00Z'],
  // Clocks show it twice: it is the first time.
  ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00Z'],
])('%s in %s is %s, and is shown so', (clock, zone, moment) => {
  expect(momentOf(clock, zone)).toBe(seconds(moment));
  expect(clockOf(seconds(moment), zone)).toBe(clock);
});

test('a time that clocks leave out is counted on; what is no time is none', () => {
  expect(momentOf('2026-03-29T02:30', 'Europe/Berlin')).toBe(seconds('2026-03-29T01:30:00Z'));
  for (const text of ['', 'tomorrow', '2026-13-01T10:00']) expect(momentOf(text, 'UTC')).toBeNull();
  expect(clockOf(null)).toBe('');
});

test('times are those of the zone which the person has chosen', () => {
  usePreferences.setState({ timeZone: 'Pacific/Auckland' });
  expect(momentOf('2026-11-30T01:00')).toBe(seconds('2026-11-29T12:00:00Z'));
  expect(clockOf(seconds('2026-11-29T12:00:00Z'))).toBe('2026-11-30T01:00');
});
