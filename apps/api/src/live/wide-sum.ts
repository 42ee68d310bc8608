/** A sum of safe integers that may pass 2^53, kept as two doubles so that adding allocates nothing. */
import { balanceLimb } from '@pelican/shared/engine/spot';

const limb = balanceLimb;
const bigLimb = BigInt(balanceLimb);

export class WideSum {
  private low = 0;
  private high = 0;

  /** @param units a safe integer, not negative */
  add(units: number): void {
    const carried = Math.floor(units / limb);
    this.low += units - carried * limb;
    this.high += carried;
    if (this.low >= limb) {
      this.low -= limb;
      this.high++;
    }
  }

  addSum(other: WideSum): void {
    this.add(other.low);
    this.high += other.high;
  }

  set(units: bigint): void {
    this.high = Number(units / bigLimb);
    this.low = Number(units % bigLimb);
  }

  copyFrom(other: WideSum): void {
    this.low = other.low;
    this.high = other.high;
  }

  reset(): void {
    this.low = 0;
    this.high = 0;
  }

  isZero(): boolean {
    return this.low === 0 && this.high === 0;
  }

  value(): bigint {
    return BigInt(this.high) * bigLimb + BigInt(this.low);
  }
}
