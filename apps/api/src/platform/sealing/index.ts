/** Encryption of what is stored, under the keys of the configuration. */
export { type EncryptionKeys, isSealedByNewest, seal, unseal } from './sealed.ts';
