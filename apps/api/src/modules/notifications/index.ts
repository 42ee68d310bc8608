export { confirmationMail } from './mails.ts';
export { enqueueMessage } from './messages.ts';
export { mailboxRoutes } from './routes.ts';
