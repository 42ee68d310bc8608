export { signUpRoutes } from './routes.ts';
export { createSignUpService } from './service.ts';
export { createVerification } from './verification.ts';
