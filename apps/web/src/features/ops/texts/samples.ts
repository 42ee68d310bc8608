/** Examples of what is put in the place of placeholders, for previews. */

const samples: Record<string, string> = {
  pair: 'BTC/USDT',
  market: 'BTC/USDT',
  ticker: 'BTC',
  stock: 'BTC',
  money: 'USDT',
  amount: '0.25',
  quantity: '0.25',
  price: '60,000',
  total: '15,000',
  fee: '0.001',
  min: '10',
  max: '1,000',
  percent: '5',
  rate: '0.1',
  leverage: '10',
  hours: '24',
  minutes: '30',
  seconds: '45',
  days: '3',
  time: '14:30',
  date: '1 December 2026',
  year: '2026',
  email: 'asha@example.org',
  name: 'Asha',
  nickname: 'Asha',
  network: 'Bitcoin',
};

/** The end of a key that is a form of a plural. */
const form = /_(zero|one|two|few|many|other)$/;
/** More than any language needs for one number of each form. */
const numbersMax = 101;

/** A number that takes the form of the plural that a key is. */
function countOf(key: string, language: string): string {
  const wanted = form.exec(key)?.[1];
  const rules = new Intl.PluralRules(language);
  // A number in the middle rather than 0, which reads oddly.
  const numbers = [5, ...Array.from({ length: numbersMax }, (_, number) => number)];
  return String(numbers.find((number) => wanted === undefined || rules.select(number) === wanted) ?? 5);
}

/** @param place as it is written: '{{pair}}' @param key of the text */
export function sampleOf(place: string, key: string, language: string): string {
  const name = /\w+/.exec(place)?.[0] ?? place;
  return name === 'count' ? countOf(key, language) : (samples[name] ?? name);
}
