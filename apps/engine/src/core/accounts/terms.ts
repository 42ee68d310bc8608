/**
 * The rates an order was placed under; it keeps them for life, so a change of settings never makes a freeze too small.
 * Equal terms are stored once, because there are few of them and many orders.
 */

export interface TermsRates {
  makerFeePpm: number;
  takerFeePpm: number;
  gstPpm: number;
  /** Withheld from the proceeds of a sale; 0 where no tax applies to this user. */
  sellTdsPpm: number;
  /** Charged on top of a purchase where the market withholds from both sides. */
  buyTdsPpm: number;
}

/** Offsets of a terms record; freezeFeePpm is the higher of the two fee rates. */
export const TermsField = {
  makerFeePpm: 0,
  takerFeePpm: 1,
  freezeFeePpm: 2,
  gstPpm: 3,
  sellTdsPpm: 4,
  buyTdsPpm: 5,
} as const;

export class Terms {
  i32 = new Int32Array(8 * 64);
  private readonly known = new Map<string, number>();

  /** The number of these terms, the same for equal rates. */
  intern(rates: TermsRates): number {
    const key = `${rates.makerFeePpm} ${rates.takerFeePpm} ${rates.gstPpm} ${rates.sellTdsPpm} ${rates.buyTdsPpm}`;
    const found = this.known.get(key);
    if (found !== undefined) return found;
    const terms = this.known.size;
    this.known.set(key, terms);
    this.write(terms * 8, rates);
    return terms;
  }

  rates(terms: number): TermsRates {
    const at = terms * 8;
    return {
      makerFeePpm: this.i32[at] as number,
      takerFeePpm: this.i32[at + TermsField.takerFeePpm] as number,
      gstPpm: this.i32[at + TermsField.gstPpm] as number,
      sellTdsPpm: this.i32[at + TermsField.sellTdsPpm] as number,
      buyTdsPpm: this.i32[at + TermsField.buyTdsPpm] as number,
    };
  }

  private write(at: number, rates: TermsRates): void {
    if (at >= this.i32.length) {
      const i32 = new Int32Array(this.i32.length * 2);
      i32.set(this.i32);
      this.i32 = i32;
    }
    this.i32[at] = rates.makerFeePpm;
    this.i32[at + TermsField.takerFeePpm] = rates.takerFeePpm;
    this.i32[at + TermsField.freezeFeePpm] = Math.max(rates.makerFeePpm, rates.takerFeePpm);
    this.i32[at + TermsField.gstPpm] = rates.gstPpm;
    this.i32[at + TermsField.sellTdsPpm] = rates.sellTdsPpm;
    this.i32[at + TermsField.buyTdsPpm] = rates.buyTdsPpm;
  }
}
