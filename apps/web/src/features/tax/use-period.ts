/** Which tab, period and page of the tax centre the address names. */
import { financialYearName, financialYearOf, quarterOf } from '@pelican/shared/contracts/tax';
import type { TaxPeriod } from '../../api/tax.ts';
import { serverNow } from '../../platform/clock.ts';
import { useUrlParams } from '../../platform/use-url-params.ts';

export const pageSize = 30;
export const tabs = ['summary', 'tds', 'invoices', 'gains', 'lots', 'income'] as const;
export type Tab = (typeof tabs)[number];

const yearsShown = 7;

export interface PeriodState {
  tab: Tab;
  period: TaxPeriod;
  offset: number;
  onlyUnknown: boolean;
  /** '' is what the page begins with. */
  change(changed: Partial<Record<'tab' | 'year' | 'quarter' | 'offset' | 'unknown', string>>): void;
}

export function usePeriod(): PeriodState {
  const [params, setParams] = useUrlParams();
  const now = serverNow() / 1_000;
  const years = yearChoices().map(({ value }) => Number(value));
  const year = years.find((one) => String(one) === params.get('year')) ?? financialYearOf(now);
  const quarter = [1, 2, 3, 4].find((one) => String(one) === params.get('quarter'));
  const offset = Number(params.get('offset') ?? '0');
  return {
    tab: tabs.find((one) => one === params.get('tab')) ?? 'summary',
    period: { year, quarter },
    offset: Number.isInteger(offset) && offset > 0 ? offset : 0,
    onlyUnknown: params.get('unknown') === 'true',
    // Another list begins with its first page.
    change: (changed) => setParams({ offset: '', ...changed }),
  };
}

/** The newest year first. */
export function yearChoices(): { value: string; label: string }[] {
  const newest = financialYearOf(serverNow() / 1_000);
  return Array.from({ length: yearsShown }, (_, back) => newest - back).map((year) => ({
    value: String(year),
    label: financialYearName(year),
  }));
}

/** Of the year that has not ended, quarters that have begun. */
export function quarterChoices(year: number): number[] {
  const now = serverNow() / 1_000;
  const last = year === financialYearOf(now) ? quarterOf(now) : 4;
  return [1, 2, 3, 4].filter((quarter) => quarter <= last);
}
