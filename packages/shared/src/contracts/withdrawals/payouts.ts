/** Why an approved withdrawal is not paid, as operators read it. Free of schemas: pages may show them. */

/** Those that end by themselves: the payout is tried again. One that fails by itself for an hour waits for an operator too. */
const passing = {
  limit: 'The limit of this hour is paid (SIGNER_LIMITS, of a provider PROVIDER_LIMITS). It is tried again each minute',
  unanswered: 'The signer, the network or the payment provider gave no answer about it. It is tried again',
  failing: 'Each attempt at it has failed, and others have not. It is tried again after growing waits, for an hour',
  no_funds: 'The hot wallet has too little for it, or for the fee of the network. It is tried again',
  fee_above_limit:
    'The network asks for more than the signer pays for a transaction (SIGNER_FEE_LIMITS). It is tried again',
  not_approved: 'The signer did not find it approved. It is tried again',
} as const;

/** Those that wait for an operator. */
const lasting = {
  above_limit: 'The amount is above what is paid within an hour (SIGNER_LIMITS, of a provider PROVIDER_LIMITS)',
  not_listed: 'SIGNER_LIMITS, of a provider PROVIDER_LIMITS, does not name the currency',
  not_held: 'The ledger does not hold its amount',
  unpayable:
    'The network cannot carry it, or its receiver is a contract that fails or costs too much: look at the address, the memo and the digits of the amount',
  no_adapter: 'The signer has no keys for networks of this kind',
  changed: 'It differs from what the signer has signed for it, or from what the payment provider says of it',
  unknown: 'The signer, or the payment provider that had it, does not know it',
  not_taken:
    'The network has refused its signed transaction for some time, and later ones wait for it. It is handed in again all the time: look at the hot address',
  input_lost:
    'Each of its transactions spends an output that is in no block any more, as a re-organisation has taken it: none can be mined. Nothing is handed in. Once this has lasted for a hundred blocks it may be ended',
  network_failed: 'Its transaction has failed on the network',
} as const;

export const payoutProblems = { ...passing, ...lasting } as const;
export type PayoutProblem = keyof typeof payoutProblems;

/** Whether it is tried again without an operator. */
export function isPassing(problem: PayoutProblem): boolean {
  return Object.hasOwn(passing, problem);
}
