/** What operators publish on the site. */
export { changeContentState, createContent } from './actions.ts';
export { createAnnouncementHeads } from './announcement-heads.ts';
export { contentJobs } from './jobs.ts';
export { contentOperatorRoutes } from './operator-routes.ts';
export { contentRoutes } from './routes.ts';
