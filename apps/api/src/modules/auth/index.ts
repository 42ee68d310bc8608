export { signRequest } from './api-signature.ts';
export { type Authenticator, createAuthenticator } from './authenticator.ts';
export { createSessionCookies } from './cookies.ts';
export { createDeviceMarks } from './devices.ts';
export type { SignedCall } from './keyring.ts';
export { hashPassword } from './passwords.ts';
export { authRoutes } from './routes.ts';
export { createAuthService } from './service.ts';
