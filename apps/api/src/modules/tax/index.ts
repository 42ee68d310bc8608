/** The tax centre: see docs/decisions/0132-the-tax-centre.md. */
export { taxExports } from './exports.ts';
export { openTaxJobs } from './jobs.ts';
export {
  addTaxRule,
  depositTax,
  issueTaxCertificates,
  type NewTaxRule,
  quarterName,
  readQuarters,
  type TaxDeposit,
  type TaxIssue,
} from './operator.ts';
export { taxRoutes } from './routes.ts';
export { readRules } from './rules.ts';
