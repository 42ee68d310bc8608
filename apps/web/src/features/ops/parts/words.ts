/** A name of the machine as words: 'payloadHash', 'payload_hash' -> 'payload hash'. */
export function wordsOf(name: string): string {
  return name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
}
