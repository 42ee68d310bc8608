export { confirmationMail } from './mails.ts';
export { enqueueMessage, type MailMessage } from './messages.ts';
export { mailboxRoutes } from './routes.ts';
