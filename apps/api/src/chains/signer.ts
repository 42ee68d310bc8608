/** What a network's keys do. It knows no chain, no ledger and no users: the signer process decides what is signed. */

export interface ChainPayment {
  address: string;
  /** Empty where the network has none. */
  memo: string;
  /** Contract of a token; empty for the network's own coin. */
  contract: string;
  units: bigint;
}

export interface SignedPayment {
  hash: string;
  /** As `Chain.broadcast` takes it. */
  raw: string;
}

export interface ChainSigner {
  /** The address of one of the keys: 0 is the hot one, which pays; the others are of depositors, and reach 2^53. */
  address(index: number): string;
  /** A payment from the hot address. The same content and nonce give the same transaction. @throws Error for what the network never takes */
  pay(payment: ChainPayment, nonce: number): SignedPayment;
}
