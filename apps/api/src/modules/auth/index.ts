export { createLoginAttempts, createTransferCodeGuesses, settleGuess, type TransferCodeGuesses } from './attempts.ts';
export { createChallengeAnswers } from './challenges.ts';
export { createSessionCookies } from './cookies.ts';
export { createDeviceMarks } from './devices.ts';
export {
  codeUseOf,
  createFactorChecks,
  demandAccount,
  demandSameFactors,
  demandVerifiedEmail,
  type FactorChecks,
  type Proof,
  wrong,
} from './factor-checks.ts';
export { createHashQueue, type HashQueue } from './hash-queue.ts';
export { createOpenSession } from './open-session.ts';
export { createSignInRefusals } from './refused-sign-ins.ts';
export { authRoutes } from './routes.ts';
export { addressOf, createSendCode, maskAddress, recipientOf, type SendCode, unlessTooMany } from './send-code.ts';
export { type AuthService, createAuthService } from './service.ts';
export { type SessionCaller, sessionCallerOf } from './session-caller.ts';
export { createSignInSteps } from './steps.ts';
export { createTickets } from './tickets.ts';
