/** Instruments for tests. */
export { testInstrument } from './arbitraries.ts';
