export { mailboxRoutes } from './mailbox.ts';
export { deliveryReportRoutes, noticeRoutes } from './routes.ts';
