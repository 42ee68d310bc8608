/** What has moved in a user's wallets. */
export { statementRoutes } from './routes.ts';
export { transactionsExport } from './transactions-export.ts';
