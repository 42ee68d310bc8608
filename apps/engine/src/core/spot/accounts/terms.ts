/**
 * The rates an order was placed under; it keeps them for life, so a change of settings never makes a freeze too small.
 * Equal terms are stored once, because there are few of them and many orders: a record of six 32-bit rates.
 */
import { allocateBlock, type Memory } from '../arena/memory.ts';

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

/** The records of terms by their rates. */
export type KnownTerms = Map<string, number>;

/** The record of these rates, the same for equal ones. */
export function termsFor(known: KnownTerms, memory: Memory, rates: TermsRates): number {
  const key = `${rates.makerFeePpm} ${rates.takerFeePpm} ${rates.gstPpm} ${rates.sellTdsPpm} ${rates.buyTdsPpm}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const terms = allocateBlock(memory);
  known.set(key, terms);
  const at = terms * 8;
  memory.i32[at] = rates.makerFeePpm;
  memory.i32[at + TermsField.takerFeePpm] = rates.takerFeePpm;
  memory.i32[at + TermsField.freezeFeePpm] = Math.max(rates.makerFeePpm, rates.takerFeePpm);
  memory.i32[at + TermsField.gstPpm] = rates.gstPpm;
  memory.i32[at + TermsField.sellTdsPpm] = rates.sellTdsPpm;
  memory.i32[at + TermsField.buyTdsPpm] = rates.buyTdsPpm;
  return terms;
}

export function ratesOfTerms(memory: Memory, terms: number): TermsRates {
  const at = terms * 8;
  return {
    makerFeePpm: memory.i32[at] as number,
    takerFeePpm: memory.i32[at + TermsField.takerFeePpm] as number,
    gstPpm: memory.i32[at + TermsField.gstPpm] as number,
    sellTdsPpm: memory.i32[at + TermsField.sellTdsPpm] as number,
    buyTdsPpm: memory.i32[at + TermsField.buyTdsPpm] as number,
  };
}
