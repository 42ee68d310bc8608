export { createPasskeyService } from './passkeys.ts';
export { createPhoneService } from './phone.ts';
export { securityRoutes } from './routes.ts';
export { createSecurityService } from './service.ts';
