export { type AccountChange, announceAccountChange } from './account-changes.ts';
export { isAddressRange } from './api-keys/address-ranges.ts';
export { createApiKey } from './api-keys/service.ts';
export { type Authenticator, createAuthenticator } from './authenticator.ts';
export { createGuards } from './guards.ts';
export { hashPassword, judgePassword, verifyPassword } from './passwords.ts';
export { futuresQuiz, kycFor, type Require, scopeOf } from './requirements.ts';
export { createSessions, type RefreshedTokens, type Sessions, type SessionTokens } from './sessions/service.ts';
export { createTokens, type Tokens } from './sessions/tokens.ts';
