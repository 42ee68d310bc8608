export { approveKyc, type KycOutcome, rejectKyc } from './kyc.ts';
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
