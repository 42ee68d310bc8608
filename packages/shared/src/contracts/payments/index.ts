/** How money enters and leaves: payment methods, their terms, statuses of payments. */
export { paymentStatusEndpoints, paymentsEndpoints } from './endpoints.ts';
export {
  type MethodField,
  type MethodPlace,
  type MethodValues,
  methodKeyProblem,
  methodProblems,
} from './method-rules.ts';
export {
  type AddressType,
  addedNetworkKinds,
  addressTypes,
  type BitcoinChainName,
  bitcoinChains,
  confirmationsMax,
  type NetworkField,
  type NetworkKind,
  type NetworkValues,
  networkKeyProblem,
  networkKinds,
  networkProblems,
} from './network-rules.ts';
export {
  type MethodDetail,
  type MethodTerms,
  type NetworkDetail,
  paymentsOperatorEndpoints,
  switchScopes,
} from './operator-endpoints.ts';
export { type FeeRow, fiatDecimals, type PaymentAction, type PaymentData, type PaymentMethod } from './schemas.ts';
export {
  type AssetStatus,
  type AssetsStatus,
  incidentDays,
  type PaymentCause,
  type PaymentIncident,
  type PaymentState,
  type WayStatus,
} from './status.ts';
export { endedStatuses, type PaymentStatus, paymentStatus } from './statuses.ts';
export { feeOfTerms, percentDecimals, type TermName, type TermValues, termNames, termProblems } from './terms-rules.ts';
