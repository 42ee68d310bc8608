/** A transfer that an engine has applied. */

export interface AppliedTransfer {
  transferId: number;
  userId: number;
  assetId: number;
  /** Whole units. */
  amount: string;
  out: boolean;
}
