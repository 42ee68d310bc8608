/** What has moved in a user's wallets. */
export { accountStatement, movementsExport } from './account-export.ts';
export { statementRoutes } from './routes.ts';
export { transactionsExport } from './transactions-export.ts';
