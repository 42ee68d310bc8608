export {
  type AccountChange,
  type AnnounceCommitted,
  announceAccountChange,
  createAnnouncer,
} from './account-changes.ts';
export { isAddressRange } from './api-keys/address-ranges.ts';
export {
  createApiKey,
  deleteApiKeysOf,
  disableApiKeysOf,
  findRecentApiKeys,
  generateApiKey,
  insertApiKey,
  type RevokedApiKey,
  reencryptApiKeys,
  revokeApiKeysOf,
  revokeKey,
} from './api-keys/service.ts';
export { keyOfSocketToken, socketTokenOf } from './api-keys/socket-token.ts';
export { type Authenticator, createAuthenticator } from './authenticator.ts';
export { createFactors, type Factor, type Factors, type Person } from './factors/factors.ts';
export {
  type CodeAsker,
  type CodeUse,
  createMessageCodes,
  type IssuedCode,
  type MessageCodes,
  type NewCode,
} from './factors/message-codes.ts';
export {
  createPasskeys,
  deletePasskey,
  insertPasskey,
  listPasskeys,
  type Passkeys,
} from './factors/passkeys.ts';
export { createPasswordFactor } from './factors/password.ts';
export { randomCode } from './factors/random-code.ts';
export {
  findRecentFactors,
  findRecentPhone,
  findSettledFactors,
  hasRecentProof,
  recentDays,
  removedFactorsLockHours,
  removeRecentFactors,
  removeRecentPhone,
  type ShownFactor,
} from './factors/recent-factors.ts';
export { deleteRecoveryCodes, replaceRecoveryCodes } from './factors/recovery-codes.ts';
export {
  type AccountFactors,
  disableMethod,
  enableMethod,
  findAccountFactors,
  findSeed,
  removeSecondFactors,
  resealSeeds,
  type SwitchedMethod,
  secondStepsOf,
  spendTotpCode,
  storeSeed,
} from './factors/second-factors.ts';
export { generateSeed, seedText, seedUri } from './factors/totp.ts';
export { createGuards, operatorMinutes } from './guards.ts';
export {
  type ClaimedPlace,
  type ConsoleAnswer,
  countWaiting,
  type OperatorCall,
  type OperatorConsole,
  type OperatorQueue,
  outcomeOf,
  outcomeWith,
  warningOf,
} from './operator-console.ts';
export {
  type ActionDeps,
  actorOf,
  countOperatorAdmins,
  type Delivery,
  demandCaller,
  demandOther,
  demandPermission,
  hasSuspended,
  keepOperatorAdmins,
  lockOperators,
  type OperatorAct,
  type OperatorAction,
  type OperatorCaller,
  operatorAdminsMin,
  operatorNameOf,
  plainText,
  recordAct,
} from './operators.ts';
export {
  demandStrongPassword,
  digestOfHash,
  hashPassword,
  judgePassword,
  unknownPasswordHash,
  verifyPassword,
} from './passwords.ts';
export { demandFiguresAsRead } from './read-figures.ts';
export {
  futuresQuiz,
  kycFor,
  type Require,
  regionAllowed,
  scopeOf,
  verifiedForLoans,
  withdrawalsUnlocked,
} from './requirements.ts';
export { deleteOldSessions } from './sessions/delete-old-sessions.ts';
export { endSessions } from './sessions/end-sessions.ts';
export {
  endEverySession,
  endOtherSessions,
  endOwnSession,
  findSessions,
  isFirstSession,
  lockLiveSession,
  type SessionOfUser,
} from './sessions/own-sessions.ts';
export { createRefreshTokens } from './sessions/refresh-tokens.ts';
export { addMethods, type SignInMethod } from './sessions/repository.ts';
export { createSessions, type RefreshedTokens, type Sessions, type SessionTokens } from './sessions/service.ts';
export { createTokens, type Tokens } from './sessions/tokens.ts';
export {
  deleteOldSignInEvents,
  type RefusedSignIn,
  readSignInEvents,
  recordRefusedSignIn,
  type SignInEvent,
  signInKeptDays,
} from './sign-in-events.ts';
export { spendOnce } from './spend-once.ts';
export { type ChallengeAttempt, createStepUps, recentMinutes, type StepUps } from './step-up.ts';
export { isActiveUser } from './users/active-user.ts';
export {
  addUser,
  claimUnverifiedAccount,
  countPhoneAsNew,
  forgetContacts,
  type KycDecision,
  lockWithdrawals,
  makeOperator,
  markKycPending,
  recordPassedQuiz,
  replacePassword,
  setCustomFee,
  setKyc,
  setPermissions,
  setPhone,
  setStatus,
  setSuspension,
  setUnverifiedPhone,
} from './users/change-users.ts';
export { closeAccess, operatorLockHours } from './users/close-access.ts';
export { canonicalPhone, countryOfPhone, maskEmail, maskPhone } from './users/contact-details.ts';
export { demandUnlocked } from './users/demand-unlocked.ts';
export { eraseAccount, findDeletion, setDeletion } from './users/erase-account.ts';
export {
  findPasswordHash,
  findUnverifiedPhone,
  findUser,
  lockUser,
  lockUserRow,
  type UserAccount,
} from './users/find-users.ts';
export { firstNickname } from './users/first-nickname.ts';
export { changeProfile, markEmailVerified, type ProfileChange, signUpUser } from './users/own-account.ts';
export { isVerifiedBy } from './users/verified-by.ts';
