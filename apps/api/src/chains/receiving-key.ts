/** Keys of the addresses of an account, BIP-44's chain 0: the one that is shown to others. */

/** How many children of a key an extended public key makes. */
const childrenMax = 2 ** 31;

/** Each derivation is a multiplication on the curve: ten thousand addresses of an account share that of their chain. */
const receivingChains = new WeakMap<object, unknown>();

/**
 * The key of an index: 0 is the hot one. An index that is no child's number takes two steps.
 * @param account an HDKey of @scure/bip32, of whichever version the family's library uses
 */
export function receivingKey<Key extends { deriveChild(index: number): Key }>(account: Key, index: number): Key {
  const chain = (receivingChains.get(account) as Key | undefined) ?? account.deriveChild(0);
  receivingChains.set(account, chain);
  if (index < childrenMax) return chain.deriveChild(index);
  return chain.deriveChild(Math.floor(index / childrenMax)).deriveChild(index % childrenMax);
}
