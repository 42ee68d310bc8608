/** Tickets, FAQ and forms. */
export { supportRoutes } from './routes.ts';
