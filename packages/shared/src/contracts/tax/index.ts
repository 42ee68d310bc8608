/** The tax centre: calls and shapes. */
export { taxEndpoints } from './endpoints.ts';
export {
  countingLagSeconds,
  financialYearName,
  financialYearOf,
  indiaSeconds,
  percentText,
  quarterOf,
  taxPeriod,
} from './periods.ts';
export {
  type TaxDeduction,
  type TaxDisposal,
  type TaxIncome,
  type TaxInvoice,
  type TaxLot,
  type TaxRuleView,
  type TaxSummary,
  taxCostBody,
  taxPeriodQuery,
} from './schemas.ts';
export { type GstState, gstStates } from './states.ts';
