import i18next from 'i18next';
import { afterEach, expect, test } from 'vitest';
import { addMessages } from '../../platform/i18n.ts';
import english from '../locales/en.json';
import hindi from '../locales/hi.json';
import { chartStyles } from './chart-styles.ts';

addMessages('terminal', english);
afterEach(() => i18next.changeLanguage('en'));

function legend(): string[] {
  const styles = chartStyles();
  const template = typeof styles === 'string' ? undefined : styles.candle?.tooltip?.legend?.template;
  if (!Array.isArray(template)) throw new Error('the legend is no list');
  return template.map(({ title, value }) => `${title}${value}`);
}

test('the legend of the candles is in the language of the page', async () => {
  expect(legend()).toEqual(['O {open}', 'H {high}', 'L {low}', 'C {close}', 'Vol {volume}']);
  i18next.addResourceBundle('hi', 'terminal', hindi);
  await i18next.changeLanguage('hi');
  expect(legend()[4]).toBe(`${hindi.chart.legend.volume} {volume}`);
});
