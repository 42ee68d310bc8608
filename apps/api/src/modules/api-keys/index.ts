export { decryptSecret } from './secrets.ts';
export { type CreatedApiKey, createApiKey, type NewApiKey } from './service.ts';
