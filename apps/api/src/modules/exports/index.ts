/** Files of histories and statements, written by a job. docs/decisions/0131 */
export { openExportJobs } from './jobs.ts';
export { declareExportKind, type ExportKind, queryRows } from './kind.ts';
export { deleteExportsOf, resealExportKeys } from './repository.ts';
export { exportRoutes } from './routes.ts';
export { createExportService } from './service.ts';
