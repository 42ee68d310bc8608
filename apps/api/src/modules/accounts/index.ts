export {
  blockAccount,
  type IssuedKey,
  issueApiKey,
  type Reencrypted,
  reencryptSecrets,
  resetPassword,
  revokeApiKey,
  suspendOperator,
  unblockAccount,
} from './operator.ts';
