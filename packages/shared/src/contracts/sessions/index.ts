/** Sessions of a person: calls and shapes. */
export { sessionsEndpoints } from './endpoints.ts';
export type { SessionView, SignInEventView } from './schemas.ts';
