/** The coins of the exchange on its networks: what lies where. */
export { type NetworkBalance, readNetworkBalances } from './balances.ts';
export { sweepJobs } from './jobs.ts';
