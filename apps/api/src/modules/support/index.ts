/** Tickets, FAQ and forms. */
export { eraseAttachments } from './attachments.ts';
export { supportOperatorRoutes } from './operator-routes.ts';
export { supportQueues } from './queues.ts';
export { receiveTexts } from './receive.ts';
export { supportRoutes } from './routes.ts';
export { followTicketPushes } from './ticket-pushes.ts';
