/** The shard's wallets that a batch touched: the last figures win, for they are complete values and not changes. */
import type { BalanceChanged } from '@pelican/shared/engine/spot';

export interface FoldedBalance {
  figures: BalanceChanged;
  seq: number;
}

/** Asset ids are 16 bits. */
const assetIds = 65_536;

export class BalanceFold {
  readonly balances = new Map<number, FoldedBalance>();

  changed(figures: BalanceChanged, seq: number): void {
    const key = figures.user * assetIds + figures.asset;
    const known = this.balances.get(key);
    if (known) {
      known.figures = figures;
      known.seq = seq;
    } else this.balances.set(key, { figures, seq });
  }
}
