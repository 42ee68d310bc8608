/** Signatures of API keys, as docs/api.md shows them. */
import { type SignedRequest, signRequest } from '@pelican/api/src/identity/api-signature.ts';

export function runSignature({ secret, ...request }: SignedRequest & { secret: string }): { signature: string } {
  return { signature: signRequest(secret, request) };
}
