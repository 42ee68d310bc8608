/** Files of the tax centre: deductions, gains with their lots, the rows of Schedule VDA, income. */
import { financialYearName, taxPeriod, taxPeriodQuery } from '@pelican/shared/contracts/tax';
import type { Cell, Column } from '../../platform/documents/index.ts';
import { declareExportKind, queryRows } from '../exports/index.ts';
import { readRules, ruleAt, type TaxRule } from './rules.ts';
import { epoch, plain, quarterOfRecord, rupees, within } from './sql.ts';
import { transactionExports } from './transactions/exports.ts';

interface Params {
  year: number;
  quarter?: number | undefined;
}

interface TaxExport {
  name: string;
  fileName: string;
  title: string;
  notes: readonly string[];
  columns: readonly Column[];
  /** Of the user $1, from $2 to $3 in unix seconds; a column for each of the table, in its order. */
  text: string;
  /** What rules say of a row. */
  complete?(cells: Cell[], rules: readonly TaxRule[]): Cell[];
}

const noAdvice = 'Rupees are rounded to paise in each row. This is no tax advice.';

function taxExport({ name, fileName, title, notes, columns, text, complete = (cells) => cells }: TaxExport) {
  return declareExportKind<Params>({
    name,
    params: taxPeriodQuery,
    fileName,
    title: ({ year, quarter }) =>
      `${title}, financial year ${financialYearName(year)}${quarter === undefined ? '' : `, quarter ${quarter}`}`,
    period: ({ year, quarter }) => taxPeriod(year, quarter),
    notes: () => [...notes, noAdvice],
    columns: () => columns,
    async *rows(db, userId, { year, quarter }) {
      const { from, to } = taxPeriod(year, quarter);
      const rules = await readRules(db);
      for await (const { cells } of queryRows<{ cells: Cell[] }>(db, { text, values: [userId, from, to] }))
        yield complete(cells, rules);
    },
  });
}

const figure = (name: string, width = 1): Column => ({ name, kind: 'figure', width });
const text = (name: string, width = 1): Column => ({ name, kind: 'text', width });
const time = (name: string): Column => ({ name, kind: 'time', width: 1.2 });

const deductions = taxExport({
  name: 'tax.deductions',
  fileName: 'tax-deducted-at-source',
  title: 'Tax deducted at source',
  notes: [
    'For a sale the rate applies to the value less fee and GST in the same currency; for a purchase or a reward to the whole value.',
  ],
  columns: [
    time('Time'),
    text('Source', 0.7),
    text('Record', 1.2),
    text('Section', 1.8),
    text('Currency', 0.7),
    figure('Gross'),
    figure('Taxed value'),
    figure('Rate', 0.5),
    figure('Deducted'),
    figure('Deducted in INR'),
    text('Challan'),
    text('Deposited on', 0.8),
    text('Form 16A issued on', 0.8),
  ],
  text: `SELECT jsonb_build_array(${epoch('happened_at')}, source, reference, rule, ticker, ${plain('gross')}, ${plain('base')}, '',
      ${plain('amount')}, ${rupees('record.value')}, coalesce(challan, ''), coalesce(deposited_on::text, ''), coalesce(issued_on::text, '')) AS cells
    FROM (SELECT * FROM tax_records WHERE ${within('happened_at')} AND kind = 'deduction') record
    JOIN assets ON assets.id = asset_id
    ${quarterOfRecord}
    ORDER BY number`,
  complete(cells, rules) {
    const [time, source, reference, key, ticker, gross, base, , ...rest] = cells;
    const { section, value } = ruleAt(rules, String(key), new Date(Number(time) * 1_000).toISOString());
    return [time, source, reference, section, ticker, gross, base, value, ...rest] as Cell[];
  },
});

const parts = `FROM (SELECT * FROM tax_disposals WHERE ${within('disposed_at')} AND proceeds IS NOT NULL) disposal
  JOIN assets ON assets.id = asset_id
  JOIN tax_disposal_lots part ON part.user_id = disposal.user_id AND part.disposal = disposal.number
  JOIN tax_lots lot ON lot.user_id = part.user_id AND lot.number = part.lot`;
/** The share of a lot in what the transfer has brought. */
const share = 'disposal.proceeds * part.quantity / disposal.quantity';

const gains = taxExport({
  name: 'tax.gains',
  fileName: 'gains-with-lots',
  title: 'Gains with the lots that were taken',
  notes: [
    'First in, first out. Fees are not deducted, losses are not set off. A cost that is not on record counts as zero.',
  ],
  columns: [
    time('Transferred'),
    text('Kind', 0.8),
    text('Record', 1.2),
    text('Currency', 0.7),
    figure('Amount'),
    time('Acquired'),
    text('Acquired by', 0.8),
    figure('Value in INR'),
    figure('Cost in INR'),
    figure('Gain in INR'),
    text('Cost on record', 0.7),
    text('Valued by', 1.5),
  ],
  text: `SELECT jsonb_build_array(${epoch('disposed_at')}, disposal.kind, disposal.reference, ticker, ${plain('part.quantity')}, ${epoch('lot.acquired_at')},
      lot.kind, ${rupees(share)}, ${rupees('part.cost')}, ${rupees(`${share} - part.cost`)}, CASE WHEN lot.is_known THEN 'yes' ELSE 'no' END,
      disposal.valued_by) AS cells
    ${parts} ORDER BY disposal.number, part.lot`,
});

const schedule = taxExport({
  name: 'tax.schedule-vda',
  fileName: 'schedule-vda',
  title: 'Schedule VDA',
  notes: ['A row for each lot of each transfer, as the schedule of the return asks for it. A loss counts as zero.'],
  columns: [
    text('Date of acquisition'),
    text('Date of transfer'),
    text('Head of income'),
    figure('Cost of acquisition'),
    figure('Consideration received'),
    figure('Income from transfer'),
  ],
  text: `SELECT jsonb_build_array(to_char(lot.acquired_at AT TIME ZONE 'Asia/Kolkata', 'DD/MM/YYYY'), to_char(disposed_at AT TIME ZONE 'Asia/Kolkata', 'DD/MM/YYYY'),
      'Capital Gain', ${rupees('part.cost')}, ${rupees(share)}, ${rupees(`greatest(${share} - part.cost, 0)`)}) AS cells
    ${parts} ORDER BY disposal.number, part.lot`,
});

const incomes = taxExport({
  name: 'tax.incomes',
  fileName: 'income',
  title: 'Income from rewards',
  notes: ['At the value in rupees when it was received.'],
  columns: [
    time('Time'),
    text('Source'),
    text('Record', 1.2),
    text('Currency', 0.7),
    figure('Amount'),
    figure('Value in INR'),
    text('Valued by', 1.5),
  ],
  text: `SELECT jsonb_build_array(${epoch('happened_at')}, source, reference, ticker, ${plain('amount')}, ${rupees('value')}, valued_by) AS cells
    FROM tax_records JOIN assets ON assets.id = asset_id WHERE ${within('happened_at')} AND kind = 'income' ORDER BY number`,
});

export const taxExports = [deductions, gains, schedule, incomes, ...transactionExports];
