/** The accounts that loans move money between; every entry must balance. */
import type { LoanDecision } from '../commands.ts';
import type { LoanEntry } from '../entries.ts';

type Posted = Extract<LoanDecision, { refusal: null }>;
type Asset = 'money' | 'crypto';
/** Beside the accounts of loans: the other side of trades, and where deposits come from. */
type Place = string;

export class LoanLedger {
  readonly #balances = new Map<Place, bigint>();

  balance(place: Place): bigint {
    return this.#balances.get(place) ?? 0n;
  }

  main(owner: 'lender' | 'borrower', asset: Asset): bigint {
    return this.balance(`main:${owner}:${asset}`);
  }

  move(from: Place, to: Place, amount: bigint): void {
    this.#add(from, -amount);
    this.#add(to, amount);
  }

  /** @throws RangeError when the legs of an asset do not sum to zero */
  post({ key, legs }: LoanEntry): void {
    const sums = { money: 0n, crypto: 0n };
    for (const { account, owner, asset, amount } of legs) {
      sums[asset] += amount;
      this.#add(placeOf(account, owner, asset), amount);
    }
    if (sums.money !== 0n || sums.crypto !== 0n) throw new RangeError(`${key} does not balance`);
  }

  postAll({ entries }: Pick<Posted, 'entries'>): void {
    for (const entry of entries) this.post(entry);
  }

  /** Balances that are not zero. */
  get balances(): [Place, bigint][] {
    return [...this.#balances].filter(([, amount]) => amount !== 0n);
  }

  #add(place: Place, amount: bigint): void {
    this.#balances.set(place, this.balance(place) + amount);
  }
}

function placeOf(account: string, owner: LoanEntry['legs'][number]['owner'], asset: Asset): Place {
  if (owner === 'house') return `${account}:${asset}`;
  return `${account}:${owner === 'desk' ? 'p2p-desk' : owner}:${asset}`;
}
