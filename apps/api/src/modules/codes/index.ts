/** Transfer codes: money from one user to the one who has the code, without a fee. */
export { codesAudit } from './audit.ts';
export { codeRoutes } from './routes.ts';
export { type CodeService, createCodeService } from './service.ts';
