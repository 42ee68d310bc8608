/** What operators set for loans to come: loans that run keep the terms they began with. */
import { DomainError } from '@pelican/shared/contracts';
import { saleLimit, termDaysMax } from '@pelican/shared/loans';
import { stripZeros } from '@pelican/shared/money';
import { z } from 'zod';
import { demandFiguresAsRead, type OperatorAction, recordAct } from '../../../identity/index.ts';
import { outside, postEntry } from '../../../ledger/index.ts';
import type { Transaction } from '../../../platform/database/index.ts';
import { findCreditAsset } from '../../wallet/index.ts';
import { compensationAccount } from '../accounts.ts';
import { rateOf, rateText } from '../decimals.ts';

const ticker = z.string().regex(/^[A-Z0-9]{2,12}$/);
const amount = z.string().regex(/^\d{1,15}(\.\d{1,8})?$/);
/** A share as a decimal: 0.0007 is 0.07%. */
const share = z.string().regex(/^\d{1,2}(\.\d{1,8})?$/);
const days = z.int().min(0).max(termDaysMax);

const moneyColumns = {
  isOpen: 'is_open',
  amountMin: 'amount_min',
  amountMax: 'amount_max',
  repayMin: 'repay_min',
  lenderMax: 'lender_max',
  borrowerMax: 'borrower_max',
  daysMin: 'days_min',
  daysMax: 'days_max',
  dayRateMin: 'day_rate_min',
  dayRateMax: 'day_rate_max',
  feeRate: 'fee_rate',
  gstRate: 'gst_rate',
  lateFactor: 'late_factor',
  liquidationFeeRate: 'liquidation_fee_rate',
  graceDays: 'grace_days',
} as const;
const moneyFields = z
  .object({
    isOpen: z.boolean(),
    amountMin: amount,
    amountMax: amount,
    repayMin: amount,
    lenderMax: amount,
    borrowerMax: amount,
    daysMin: days,
    daysMax: days,
    dayRateMin: share,
    dayRateMax: share,
    feeRate: share,
    gstRate: share,
    lateFactor: share,
    liquidationFeeRate: share,
    graceDays: days,
  })
  .partial();
/** `before`: figures as the operator has read them; of a request those that it replaces. */
const moneyChange = z.object({ ticker, change: moneyFields, before: moneyFields.optional() });
export type LoanMoneyChange = z.infer<typeof moneyChange>;

const pledgeColumns = {
  isOpen: 'is_open',
  ltv: 'ltv',
  warning: 'warning',
  call: 'call',
  liquidation: 'liquidation',
  lentMax: 'lent_max',
} as const;
const pledgeFields = z
  .object({ isOpen: z.boolean(), ltv: share, warning: share, call: share, liquidation: share, lentMax: amount })
  .partial();
const pledgeChange = z.object({
  money: ticker,
  ticker,
  change: pledgeFields,
  before: pledgeFields.optional(),
});
export type LoanPledgeChange = z.infer<typeof pledgeChange>;

type Row = Record<string, unknown>;

/** What may be lent, and by which terms. @throws DomainError not_found, invalid_argument, figures_changed */
export const changeLoanMoney: OperatorAction<LoanMoneyChange, void> = {
  name: 'loans.change_money',
  permission: 'money',
  twoPersons: true,
  // Whoever finds something wrong stops it alone.
  isForOne: (_tx, { change }) => onlyCloses(change),
  payload: moneyChange,
  async bind(tx, { ticker: name, change }) {
    return { ticker: name, change, before: replacedBy(change, await lockMoney(tx, name)) };
  },
  async run(tx, act, { ticker: name, change, before: read }) {
    const now = await lockMoney(tx, name);
    demandFiguresAsRead(read, now);
    const before = replacedBy(change, now);
    await update(tx, 'p2p_moneys', moneyColumns, change, { ticker: name });
    await demandSalesCover(tx);
    await recordAct(tx, act, { action: 'loans.money_changed', subject: `money:${name}`, details: { before, change } });
  },
};

/** What may be pledged for it, at which levels. @throws DomainError not_found, invalid_argument, figures_changed */
export const changeLoanPledge: OperatorAction<LoanPledgeChange, void> = {
  name: 'loans.change_pledge',
  permission: 'money',
  twoPersons: true,
  isForOne: (_tx, { change }) => onlyCloses(change),
  payload: pledgeChange,
  async bind(tx, wanted) {
    const { money, ticker: name, change } = wanted;
    return { money, ticker: name, change, before: replacedBy(change, await lockPledge(tx, wanted)) };
  },
  async run(tx, act, wanted) {
    const { money, ticker: name, change } = wanted;
    const now = await lockPledge(tx, wanted);
    demandFiguresAsRead(wanted.before, now);
    const before = replacedBy(change, now);
    await update(tx, 'p2p_pledges', pledgeColumns, change, { money_ticker: money, ticker: name });
    await demandSalesCover(tx);
    const subject = `pledge:${name}_${money}`;
    await recordAct(tx, act, { action: 'loans.pledge_changed', subject, details: { before, change } });
  },
};

function onlyCloses({ isOpen, ...others }: { isOpen?: boolean | undefined }): boolean {
  return isOpen === false && Object.keys(others).length === 0;
}

/** By the names of changes, decimals without zeros at their ends. @throws DomainError not_found */
async function lockMoney(tx: Transaction, name: string): Promise<Row> {
  const row = await lockRow(tx, 'SELECT * FROM p2p_moneys WHERE ticker = $1 FOR UPDATE', [name]);
  return figuresOf(row, moneyColumns);
}

/** As `lockMoney`. @throws DomainError not_found */
async function lockPledge(
  tx: Transaction,
  { money, ticker: name }: Pick<LoanPledgeChange, 'money' | 'ticker'>,
): Promise<Row> {
  const sql = 'SELECT * FROM p2p_pledges WHERE money_ticker = $1 AND ticker = $2 FOR UPDATE';
  return figuresOf(await lockRow(tx, sql, [money, name]), pledgeColumns);
}

/** @throws DomainError not_found */
async function lockRow(tx: Transaction, sql: string, values: string[]): Promise<Row> {
  const { rows } = await tx.query<Row>(sql, values);
  if (!rows[0]) throw new DomainError('not_found', { message: `Nothing is lent by ${values.join(' and ')}` });
  return rows[0];
}

function figuresOf(row: Row, columns: Readonly<Record<string, string>>): Row {
  const figures = Object.entries(columns).map(([name, column]) => [name, row[column]] as const);
  return Object.fromEntries(
    figures.map(([name, value]) => [name, typeof value === 'string' ? stripZeros(value) : value]),
  );
}

function replacedBy(change: object, now: Row): Row {
  const names = Object.entries(change).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  return Object.fromEntries(names.map((name) => [name, now[name]]));
}

/** @throws DomainError invalid_argument: nothing is changed, or by a figure that breaks a rule of the table */
async function update(
  tx: Transaction,
  table: 'p2p_moneys' | 'p2p_pledges',
  columns: Readonly<Record<string, string>>,
  change: Row,
  where: Record<string, string>,
): Promise<void> {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  if (given.length === 0) throw new DomainError('invalid_argument', { message: 'Nothing is changed.' });
  const sets = given.map(([name], at) => `${columns[name]} = $${at + 1}`);
  const keys = Object.keys(where).map((name, at) => `${name} = $${given.length + at + 1}`);
  const values = [...given.map(([, value]) => value), ...Object.values(where)];
  await tx
    .query(`UPDATE ${table} SET ${sets.join(', ')} WHERE ${keys.join(' AND ')}`, values)
    .catch((error: { constraint?: string }) => {
      if (error.constraint === undefined) throw error;
      throw new DomainError('invalid_argument', {
        message: `The figures do not fit each other (${error.constraint}).`,
      });
    });
}

/** The limit of the first order of a sale for an index of one. */
const firstLimit = rateText(saleLimit(rateOf('1'), 1, 1n));

/**
 * A sale by its level, at the limit of its first order, has to bring the debt, the fee of a liquidation and its tax.
 * @throws DomainError invalid_argument
 */
async function demandSalesCover(tx: Transaction): Promise<void> {
  const { rows } = await tx.query<{ pair: string }>(
    `SELECT pledge.ticker || '_' || money.ticker AS pair FROM p2p_pledges pledge JOIN p2p_moneys money ON money.ticker = money_ticker
      LEFT JOIN markets market ON market.name = pledge.ticker || '_' || money.ticker AND market.tax <> 'none'
      WHERE $1::numeric / liquidation * (1 - coalesce(market.tds_ppm, 0) / 1000000.0) < 1 + liquidation_fee_rate * (1 + gst_rate)
        AND pledge.is_open AND money.is_open`,
    [firstLimit],
  );
  if (rows[0])
    throw new DomainError('invalid_argument', {
      message: `The sale of a pledge in ${rows[0].pair} would not cover its debt.`,
    });
}

const topUp = z.object({
  ticker: z.string(),
  /** Whole units as a decimal string. */
  amount: z.string(),
  /** Where the money comes from. A repeat with the same reference changes nothing. */
  reference: z.string(),
});
export type CompensationTopUp = z.infer<typeof topUp>;

/** Money from outside to compensate sides of loans with. @returns false when the reference was used before @throws DomainError unknown_asset, invalid_argument, repeated_with_other_content */
export const topUpCompensation: OperatorAction<CompensationTopUp, boolean> = {
  name: 'loans.top_up_compensation',
  permission: 'money',
  twoPersons: true,
  payload: topUp,
  async run(tx, act, { ticker: name, amount: units, reference }) {
    const { id } = await findCreditAsset(tx, name, units);
    const { repeated } = await postEntry(tx, {
      kind: 'p2p_compensation_top_up',
      reference,
      idempotencyKey: `p2p:compensation:${reference}`,
      legs: [
        { account: outside(id), amount: `-${units}` },
        { account: compensationAccount(id), amount: units },
      ],
    });
    const details = { ticker: name, amount: units, reference };
    if (!repeated) await recordAct(tx, act, { action: 'loans.compensation_topped_up', subject: 'loans', details });
    return !repeated;
  },
};
