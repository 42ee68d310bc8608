export { createSessions, type RefreshedTokens, type Sessions, type SessionTokens } from './service.ts';
export { createTokens, type Tokens } from './tokens.ts';
