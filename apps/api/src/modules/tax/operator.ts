/** What operators record for the tax centre: deposits of tax deducted at source, certificates, and rules from a date on. */
import { DomainError } from '@pelican/shared/contracts';
import { financialYearName, taxPeriod } from '@pelican/shared/contracts/tax';
import { z } from 'zod';
import { type OperatorAction, recordAct } from '../../identity/index.ts';
import type { Queryable, Transaction } from '../../platform/database/index.ts';

const day = z.iso.date();
const quarter = { year: z.int().min(2020).max(2100), quarter: z.int().min(1).max(4) };
const depositPayload = z.object({ ...quarter, challan: z.string().min(1).max(40), on: day });
const issuePayload = z.object({ ...quarter, on: day });
const rulePayload = z.object({
  key: z.string().max(40),
  validFrom: day,
  value: z.string().max(200),
  section: z.string().max(200),
});

interface Quarter {
  year: number;
  quarter: number;
}
export type TaxDeposit = z.infer<typeof depositPayload>;
export type TaxIssue = z.infer<typeof issuePayload>;
export type NewTaxRule = z.infer<typeof rulePayload>;

export const quarterName = ({ year, quarter: number }: Quarter) => `${financialYearName(year)} Q${number}`;

const refuse = (field: string, message: string) =>
  new DomainError('invalid_argument', { message, fields: { [field]: [message] } });

export interface QuarterView {
  year: number;
  quarter: number;
  challan: string;
  /** yyyy-mm-dd */
  depositedOn: string;
  /** Empty before. */
  issuedOn: string;
}

/** Quarters whose tax is recorded as deposited, the oldest first. */
export async function readQuarters(db: Queryable): Promise<QuarterView[]> {
  const { rows } = await db.query<QuarterView>(
    `SELECT year, quarter, challan, deposited_on::text AS "depositedOn", coalesce(issued_on::text, '') AS "issuedOn"
      FROM tax_quarters ORDER BY year, quarter`,
  );
  return rows;
}

async function lockQuarter(
  tx: Transaction,
  { year, quarter: number }: Quarter,
): Promise<{ issuedOn: string | null } | undefined> {
  const { rows } = await tx.query<{ issuedOn: string | null }>(
    'SELECT issued_on::text AS "issuedOn" FROM tax_quarters WHERE year = $1 AND quarter = $2 FOR UPDATE',
    [year, number],
  );
  return rows[0];
}

/**
 * The tax deducted in a quarter lies with the government. A wrong challan may be put right until the certificates are issued.
 * @throws DomainError invalid_argument: the quarter has not ended, or its certificates are issued
 */
export const depositTax: OperatorAction<TaxDeposit, void> = {
  name: 'tax.deposit_quarter',
  permission: 'money',
  twoPersons: true,
  payload: depositPayload,
  about: quarterName,
  async run(tx, act, payload) {
    const { year, quarter: number, challan, on } = payload;
    if (taxPeriod(year, number).to > Date.now() / 1_000)
      throw refuse('quarter', `${quarterName(payload)} has not ended`);
    if ((await lockQuarter(tx, payload))?.issuedOn)
      throw refuse('quarter', `the certificates of ${quarterName(payload)} are issued`);
    await tx.query(
      `INSERT INTO tax_quarters (year, quarter, challan, deposited_on) VALUES ($1, $2, $3, $4)
        ON CONFLICT (year, quarter) DO UPDATE SET challan = excluded.challan, deposited_on = excluded.deposited_on`,
      [year, number, challan, on],
    );
    await recordAct(tx, act, {
      action: 'tax.deposited',
      subject: `tax:${quarterName(payload)}`,
      details: { challan, on },
    });
  },
};

/** Form 16A of a quarter is with the customers. @throws DomainError invalid_argument: the tax is not recorded as deposited */
export const issueTaxCertificates: OperatorAction<TaxIssue, void> = {
  name: 'tax.issue_certificates',
  permission: 'money',
  twoPersons: true,
  payload: issuePayload,
  about: quarterName,
  async run(tx, act, payload) {
    if (!(await lockQuarter(tx, payload)))
      throw refuse('quarter', `the tax of ${quarterName(payload)} is not recorded as deposited`);
    await tx.query('UPDATE tax_quarters SET issued_on = $3 WHERE year = $1 AND quarter = $2', [
      payload.year,
      payload.quarter,
      payload.on,
    ]);
    const details = { on: payload.on };
    await recordAct(tx, act, { action: 'tax.certificates_issued', subject: `tax:${quarterName(payload)}`, details });
  },
};

/**
 * A rate, a section of the law or a fact of the exchange from a date on. What is counted keeps its amounts; lists and estimates name the new rule from
 * its date on.
 * @throws DomainError invalid_argument: no such key, a rate that is none, or a rule of that date is there
 */
export const addTaxRule: OperatorAction<NewTaxRule, void> = {
  name: 'tax.add_rule',
  permission: 'money',
  twoPersons: true,
  payload: rulePayload,
  about: ({ key, validFrom }) => `${key} from ${validFrom}`,
  async run(tx, act, { key, validFrom, value, section }) {
    const { rows } = await tx.query<{ value: string }>(
      'SELECT value FROM tax_rules WHERE key = $1 ORDER BY valid_from DESC LIMIT 1',
      [key],
    );
    if (!rows[0]) throw refuse('key', `no tax rule is named ${key}`);
    if (/^0(\.\d+)?$/.test(rows[0].value) && !/^(0(\.\d{1,6})?|1)$/.test(value))
      throw refuse('value', 'the rate must be a decimal from 0 to 1');
    const { rowCount } = await tx.query(
      'INSERT INTO tax_rules (key, valid_from, value, section) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
      [key, validFrom, value, section],
    );
    if (rowCount === 0) throw refuse('validFrom', `${key} has a rule of ${validFrom} already`);
    await recordAct(tx, act, {
      action: 'tax.rule_added',
      subject: `tax:${key}`,
      details: { validFrom, value, section },
    });
  },
};
