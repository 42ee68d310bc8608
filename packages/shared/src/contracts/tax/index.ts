/** The tax centre: calls and shapes. */
export { taxEndpoints } from './endpoints.ts';
export { countingLagSeconds, financialYearName, financialYearOf, quarterOf, taxPeriod } from './periods.ts';
export type { TaxDeduction, TaxDisposal, TaxIncome, TaxLot, TaxRuleView, TaxSummary } from './schemas.ts';
