import { expect, it } from 'vitest';
import { runsOf } from './fonts.ts';
import { type Cell, csvOf, pdfOf, type TableDocument } from './index.ts';

const table = (rows: readonly (readonly Cell[])[]): TableDocument => ({
  title: 'Movements',
  account: 'बगुला <asha@example.org>',
  period: '1 April 2026 to 31 March 2027',
  zone: 'Asia/Kolkata',
  columns: [
    { name: 'Time', kind: 'time' },
    { name: 'Currency', kind: 'text' },
    { name: 'Amount', kind: 'figure', currency: 1 },
    { name: 'Memo', kind: 'text' },
  ],
  rows: (async function* () {
    yield* rows;
  })(),
});

async function bytesOf(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}
const csv = async (rows: readonly (readonly Cell[])[]) => (await bytesOf(csvOf(table(rows)))).toString();
/** What a page shows is compressed; what it consists of is not. */
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\n/g)?.length;

it('writes UTF-8 with its mark, a header, and a line for each row', async () => {
  expect(await csv([[1_767_225_600, 'INR', '-1234567.5', 'दो, "तीन"']])).toBe(
    '\u{feff}Time (Asia/Kolkata),Currency,Amount,Memo\r\n2026-01-01 05:30:00,INR,-1234567.5,"दो, ""तीन"""\r\n',
  );
  expect(await csv([])).toBe('\u{feff}Time (Asia/Kolkata),Currency,Amount,Memo\r\n');
});

it.each(['=1+1', '+1', '-1+cmd', '@SUM(A1)', '\t=1', '\r=1', '＝1', '-1.5.', '--1'])(
  'guards the formula %j',
  async (memo) => {
    expect(await csv([[0, '', '1', memo]])).toContain(`'${memo}`);
  },
);

it('writes more lines than it keeps', async () => {
  const rows = Array.from({ length: 1_234 }, (_, at): Cell[] => [at, 'BTC', `${at}`, '']);
  expect((await csv(rows)).split('\r\n')).toHaveLength(1_236);
});

it('begins a page of a PDF when the one before is full, whatever is in the cells', async () => {
  const row: Cell[] = [0, 'INR', '-1234567.123456789012345678', '₹ मेमो 鷺'];
  const pdf = await bytesOf(pdfOf(table(Array.from({ length: 120 }, () => row))));
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pdf.subarray(-6).toString()).toBe('%%EOF\n');
  expect(pagesOf(pdf)).toBeGreaterThan(3);
  expect(pagesOf(await bytesOf(pdfOf(table([]))))).toBe(1);
  const long = [[0, 'INR', null, 'x'.repeat(5_000)]] as const;
  expect(pagesOf(await bytesOf(pdfOf(table(long))))).toBe(1);
});

it('shows the rupee sign and joined letters in fonts that have them, and what none has as a question mark', () => {
  expect(runsOf('₹1', 'plain').map(({ text }) => text)).toEqual(['₹', '1']);
  expect(runsOf('मेमो', 'strong')).toMatchObject([{ text: 'मेमो', joins: true }]);
  expect(runsOf('a鷺\u{202e}b', 'plain').map(({ text }) => text)).toEqual(['a?b']);
});
