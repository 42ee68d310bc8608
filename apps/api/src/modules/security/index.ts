export { createPasskeyService } from './passkeys.ts';
export { securityRoutes } from './routes.ts';
export { createSecurityService } from './service.ts';
