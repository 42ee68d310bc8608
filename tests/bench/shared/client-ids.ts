/** A client id in the form of the web client's, a UUID of 36 characters; each `ordinal` of 32 bits has another. */
export function clientIdOf(ordinal: number): string {
  // An odd factor maps 32 bits to 32 bits one to one, and neighbours far apart.
  const first = (Math.imul(ordinal, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0');
  return `${first}-5f0e-4c1d-a7b3-91d2e64c8f05`;
}
