/** Why operators look at a withdrawal, and why they refuse one. Free of schemas: pages may show them. */
export const withdrawalRisks = {
  large: 'The amount is large',
  very_large: 'The amount, or the sum of 24 hours, is so large that two operators approve it',
  unsure_price: 'Its value in dollars is not sure: its markets disagree, or hardly anything is traded',
  velocity: 'Many withdrawals, or a large sum of them, in 24 hours',
  new_address: 'The user has not withdrawn to this address before',
  recent_factor: 'A second factor or recovery codes were added in the last days',
} as const;
export type WithdrawalRisk = keyof typeof withdrawalRisks;

/** What the user reads of a refusal. */
export const withdrawalRefusals = {
  not_by_owner: 'We are not sure that you have asked for it yourself. Please write to support.',
  address: 'We do not send money to this address.',
  source: 'We have to know where the money comes from. Please write to support.',
  asked: 'You have asked us not to send it.',
} as const;
export type WithdrawalRefusal = keyof typeof withdrawalRefusals;
export const withdrawalRefusalNames = Object.keys(withdrawalRefusals) as [WithdrawalRefusal, ...WithdrawalRefusal[]];

/** What the user reads of a withdrawal that was approved and is not paid. */
export const withdrawalFailures = {
  network: 'The network could not carry it out. Please check the address and try again.',
  limit: 'The amount is larger than we can send at once. Please split it.',
  asked: 'You have asked us not to send it.',
  closed: 'Withdrawals of this currency are closed at the moment.',
} as const;
export type WithdrawalFailure = keyof typeof withdrawalFailures;
export const withdrawalFailureNames = Object.keys(withdrawalFailures) as [WithdrawalFailure, ...WithdrawalFailure[]];
