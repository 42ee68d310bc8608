export { readSecret } from './read-secret.ts';
export { runOps } from './run.ts';
