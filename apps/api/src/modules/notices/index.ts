export { mailboxRoutes } from './mailbox.ts';
export { noticeRoutes } from './routes.ts';
