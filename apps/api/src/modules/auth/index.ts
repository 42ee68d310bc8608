export { createSessionCookies } from './cookies.ts';
export { createDeviceMarks } from './devices.ts';
export type { FactorChecks } from './factor-checks.ts';
export { createHashQueue, type HashQueue } from './hash-queue.ts';
export { authRoutes } from './routes.ts';
export { createAuthService } from './service.ts';
