/**
 * Contracts that the bodies of calls are held against before they are sent, by the name of the call. Their schemas are no part of the first
 * view: they come with the screens whose forms send such calls (hold-contracts.ts). Where one is not here the server judges alone.
 */

/** @throws ApiError `invalid_argument` with texts by field, as the server answers */
type Refuse = (body: unknown) => void;

export const heldContracts = new Map<string, Refuse>();
