/** Encryption of what is stored, under the keys of the configuration. */
export { readDataKey, resealDataKeys } from './data-keys.ts';
export { type EncryptionKeys, isSealedByNewest, newestHead, seal, unseal } from './sealed.ts';
