/** For tests of what holds for all calls. */
export { declaredCalls } from './declared-calls.ts';
