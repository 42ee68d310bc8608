/** Loans, and a ledger for their entries, for tests. */
export { testContext, testLoan, testTerms } from './fixtures.ts';
export { LoanLedger } from './ledger.ts';
