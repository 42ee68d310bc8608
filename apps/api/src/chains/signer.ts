/** What a network's keys do. It knows no chain, no ledger and no users: the signer process decides what is signed. */
import type { ChainPayment, FeeQuote } from './chain.ts';

export interface SignedPayment {
  hash: string;
  /** As `Chain.broadcast` takes it. */
  raw: string;
  /** What the network takes for it at most, in the smallest unit of its own coin. */
  costMax: bigint;
}

export interface ChainSigner {
  /** The address of one of the keys: 0 is the hot one, which pays; the others are of depositors, and reach 2^53. */
  address(index: number): string;
  /** A payment from the hot address. The same content, nonce and fee give the same transaction. @throws Error for what the network never takes */
  pay(payment: ChainPayment, terms: { nonce: number; fee: FeeQuote }): Promise<SignedPayment>;
  /**
   * The payment of a signed transaction once more, by the same nonce and with higher fees: the network takes one of the two. Undefined where
   * nothing is replaced.
   */
  replace?(raw: string, fee: FeeQuote): Promise<SignedPayment>;
  /** As `pay`, from the address of any key. Undefined where the coins of an address are not one balance. */
  payFrom?(index: number, payment: ChainPayment, terms: { nonce: number; fee: FeeQuote }): Promise<SignedPayment>;
  /**
   * As `replace`, from the address of any key. Of the network's own coin an address other than the hot one sends less by what the fee is higher:
   * it has nothing else. @throws Error when nothing is left
   */
  replaceFrom?(index: number, raw: string, fee: FeeQuote): Promise<SignedPayment & { units?: bigint }>;
}

/** An output of ours. */
export interface OwnOutput {
  /** `<transaction>:<output>` */
  outpoint: string;
  /** Of its key. */
  index: number;
  units: bigint;
}

export interface Spending {
  inputs: readonly OwnOutput[];
  payments: readonly { address: string; units: bigint }[];
  /** Goes back to the hot address; 0: nothing does. What is left is the network's fee. */
  changeUnits: bigint;
}

/** Keys of a network whose transactions spend outputs. */
export interface OutputSigner extends Pick<ChainSigner, 'address'> {
  /** Whether the network carries the amount there: an address of its own, not the hot one unless it is change, and no dust. */
  canPay(address: string, units: bigint, options?: { isChange?: boolean }): boolean;
  /**
   * The transaction has the inputs, the payments and the change in their order. Signatures are over the inputs' units: with others than the
   * network knows it is worthless.
   * @throws Error for an address or an amount that the network does not take
   */
  sign(spending: Spending): { raw: string; hash: string };
}
