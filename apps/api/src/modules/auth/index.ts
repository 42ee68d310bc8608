export { createSessionCookies } from './cookies.ts';
export { createDeviceMarks } from './devices.ts';
export { authRoutes } from './routes.ts';
export { createAuthService } from './service.ts';
