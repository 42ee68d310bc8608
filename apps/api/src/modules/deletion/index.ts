export { deletionJobs } from './jobs.ts';
export { deletionRoutes } from './routes.ts';
export { createDeletionService } from './service.ts';
export { stopDeletion } from './stop.ts';
