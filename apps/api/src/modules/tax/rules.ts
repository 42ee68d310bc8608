/** Rates, sections of the law and facts of the exchange that were in force at a time. */
import { indiaSeconds } from '@pelican/shared/contracts/tax';
import type { Queryable } from '../../platform/database/index.ts';

export interface TaxRule {
  key: string;
  /** yyyy-mm-dd, in India. */
  validFrom: string;
  value: string;
  section: string;
}

/** All rows, the newest first. */
export async function readRules(db: Queryable): Promise<TaxRule[]> {
  const { rows } = await db.query<TaxRule>(
    `SELECT key, valid_from::text AS "validFrom", value, section FROM tax_rules ORDER BY valid_from DESC, key`,
  );
  return rows;
}

/**
 * The rule of a key in force on the day of a time.
 * @param at a day (yyyy-mm-dd) or a time as Postgres writes it in UTC
 * @throws Error when the key has no rule of then
 */
export function ruleAt(rules: readonly TaxRule[], key: string, at: string): TaxRule {
  const day = at.length === 10 ? at : dayInIndia(new Date(at));
  const rule = find(rules, key, day);
  if (!rule) throw new Error(`no tax rule ${key} on ${day}`);
  return rule;
}

/** The rate of GST on fees that is in force at a time, in parts per million. @throws Error when there was none */
export function gstPpmAt(rules: readonly TaxRule[], at: string): bigint {
  return BigInt(Math.round(Number(ruleAt(rules, 'gst', at).value) * 1_000_000));
}

/** The GST inside of an amount that has it, rounded down. @param amount never negative, in the unit of the answer @param ppm of the amount without it */
export function gstInside(amount: bigint, ppm: bigint): bigint {
  return (amount * ppm) / (1_000_000n + ppm);
}

/** The rules of all keys that are in force on a day (yyyy-mm-dd). */
export function rulesAt(rules: readonly TaxRule[], day: string): TaxRule[] {
  const keys = new Set(rules.map(({ key }) => key));
  return [...keys].flatMap((key) => find(rules, key, day) ?? []);
}

const find = (rules: readonly TaxRule[], key: string, day: string) =>
  rules.find((rule) => rule.key === key && rule.validFrom <= day);

/** yyyy-mm-dd */
export function dayInIndia(time: Date): string {
  return new Date(time.getTime() + indiaSeconds * 1_000).toISOString().slice(0, 10);
}
