/** The public chat. */
export { chatJobs } from './jobs.ts';
export { chatOperatorRoutes } from './operator-routes.ts';
export { publicName } from './public-name.ts';
export { type ChatPush, followChat } from './pushes.ts';
export { chatRoutes } from './routes.ts';
