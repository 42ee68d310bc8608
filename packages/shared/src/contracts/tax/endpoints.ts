/** Calls of the tax centre. */
import { done } from '../common.ts';
import { declareEndpoints } from '../endpoint.ts';
import * as contract from './schemas.ts';

const own = { access: 'read', tag: 'tax' } as const;
/** Sums of all that a year has; a document. */
const heavyRows = 200;

export const taxEndpoints = declareEndpoints({
  'GET /v2/tax/summary': {
    ...own,
    limits: { rows: heavyRows },
    summary: 'Gains, tax deducted, income, fees and futures of a financial year or a quarter of it',
    query: contract.taxPeriodQuery,
    response: contract.taxSummary,
  },
  'GET /v2/tax/deductions': {
    ...own,
    limits: { rows: 'page' },
    summary: 'Tax deducted at source, the newest first, with the state of its certificate',
    query: contract.taxListQuery,
    response: contract.taxDeductions,
  },
  'GET /v2/tax/disposals': {
    ...own,
    limits: { rows: 'page' },
    summary: 'Ways out of digital assets with the lots that they took, first in first out; the newest first',
    query: contract.taxListQuery,
    response: contract.taxDisposals,
  },
  'GET /v2/tax/lots': {
    ...own,
    limits: { rows: 'page' },
    summary: 'Acquisitions with what is left of each, the newest first',
    query: contract.taxLotsQuery,
    response: contract.taxLots,
  },
  'GET /v2/tax/incomes': {
    ...own,
    limits: { rows: 'page' },
    summary: 'Rewards at their value when they were received, the newest first',
    query: contract.taxListQuery,
    response: contract.taxIncomes,
  },
  'GET /v2/tax/invoices': {
    ...own,
    limits: { rows: 'page' },
    summary: 'Tax invoices of trading fees by month, the newest first',
    query: contract.taxInvoicesQuery,
    response: contract.taxInvoices,
  },
  'GET /v2/tax/invoices/:year/:number/file': {
    access: 'person',
    tag: 'tax',
    limits: { rows: heavyRows },
    summary: 'A tax invoice as PDF',
    params: contract.taxInvoiceParams,
    response: contract.taxInvoiceFile,
    errors: ['not_found'],
  },
  'GET /v2/tax/invoices/:year/file': {
    access: 'person',
    tag: 'tax',
    limits: { rows: heavyRows },
    summary: 'All tax invoices of a financial year in one PDF, each on a page of its own',
    params: contract.taxYearParams,
    response: contract.taxInvoiceFile,
    errors: ['not_found'],
  },
  'POST /v2/tax/count': {
    access: 'person',
    tag: 'tax',
    summary: 'Counts what is new; from the beginning on request, once in ten minutes',
    body: contract.countTaxBody,
    response: done,
  },
  'POST /v2/tax/cost': {
    access: 'person',
    tag: 'tax',
    summary: 'What something from outside cost in rupees; everything is counted again with it, once in ten minutes',
    body: contract.taxCostBody,
    response: done,
    errors: ['not_found'],
  },
  'POST /v2/tax/profile': {
    access: 'person',
    tag: 'tax',
    summary: 'The state that invoices name from now on',
    body: contract.taxProfileBody,
    response: done,
  },
});
