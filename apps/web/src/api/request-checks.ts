/**
 * Checks of bodies against the contracts of their calls, made before a call is sent, by the name of the call. The schemas are no part of the first
 * view: they come with the screens whose forms send such calls (add-request-checks.ts). Where one is not here the server judges alone.
 */

/** @throws ApiError `invalid_argument` with texts by field, as the server answers */
type RequestCheck = (body: unknown) => void;

export const requestChecks = new Map<string, RequestCheck>();
