/** Work of a process that is done again and again. */
export { pollEvery } from './poll-every.ts';
