/** Deposits from networks: addresses, confirmations, test coins of the demo. */
export {
  depositDeskEndpoints,
  type NetworkDeposit,
  type NetworkDepositDetail,
  type NetworkDepositState,
  networkDepositStates,
} from './desk-endpoints.ts';
export { depositsEndpoints } from './endpoints.ts';
export {
  depositsOperatorEndpoints,
  type UnclaimedState,
  type UnclaimedTransfer,
} from './operator-endpoints.ts';
export type { CryptoDeposit, DepositAddress, DepositData } from './schemas.ts';
