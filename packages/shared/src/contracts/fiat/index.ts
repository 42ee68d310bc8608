/** Deposits by payment providers: calls, shapes and forms. */
export { fiatEndpoints } from './endpoints.ts';
export {
  fiatOperatorEndpoints,
  type ProviderDepositCase,
  type ProviderDepositDetail,
  type ProviderDepositState,
  providerDepositStates,
} from './operator-endpoints.ts';
export { type GivenReceiver, receiverFormSchema } from './receiver-schemas.ts';
export { type ReceiverField, receiverFieldsOf, receiverName } from './receivers.ts';
export {
  type MerchantPayment,
  type NewProviderDeposit,
  providerFormSchema,
  type StartedDeposit,
} from './schemas.ts';
export { formOfKey, type MethodForm, type ProviderField, providerForms } from './terms.ts';
