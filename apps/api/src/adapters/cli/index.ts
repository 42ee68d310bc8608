export { runOps } from './run.ts';
