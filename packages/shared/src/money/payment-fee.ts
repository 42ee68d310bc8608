/** The fee of a deposit or a withdrawal. */

/** Amounts in the asset's smallest unit. */
export interface PaymentFeeTerms {
  fixed: bigint;
  /** Of the amount, in parts per million. */
  ppm: number;
  /** The share is at least this much. */
  min: bigint;
  /** The share is at most this much; 0: no limit. */
  max: bigint;
}

const million = 1_000_000n;

/**
 * The share of the amount, rounded up and kept between its least and its most, and the fixed part; at most the amount itself, so
 * that what is left is never below zero.
 * @param amount smallest units, not negative
 */
export function paymentFee(amount: bigint, { fixed, ppm, min, max }: PaymentFeeTerms): bigint {
  const share = (amount * BigInt(ppm) + million - 1n) / million;
  const least = share < min ? min : share;
  const kept = max > 0n && least > max ? max : least;
  const fee = kept + fixed;
  return fee > amount ? amount : fee;
}
