export {
  blockAccount,
  type IssuedKey,
  issueApiKey,
  reencryptSecrets,
  resetPassword,
  revokeApiKey,
  suspendOperator,
  unblockAccount,
} from './operator.ts';
