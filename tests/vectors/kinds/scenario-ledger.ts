/** A small ledger of cash, positions, fund and fees, for a scenario: it posts what the formulas say and nothing else. */
import { MarginMode, type PositionSide } from '@pelican/shared/engine/perpetual';
import {
  type CloseFill,
  closeFill,
  directionOf,
  type FundedPosition,
  type FundingSettlement,
  fundingSettlement,
  type OpenFill,
  openFill,
  sumOf,
  type Takeover,
  takeover,
} from '@pelican/shared/perpetual';
import type { VectorInstrument } from '../vector-instrument.ts';

export const fundUser = 'FUND';

export interface LedgerPosition {
  id: number;
  user: string;
  instrument: VectorInstrument;
  mode: MarginMode;
  position: PositionSide;
  lots: number;
  cost: bigint;
  margin: bigint;
  /** Of a fund lot: the price at which it was taken over. */
  bankruptcyTicks: number;
}

type Owner = Pick<LedgerPosition, 'user' | 'instrument' | 'mode' | 'position'>;

interface Fill {
  lots: number;
  ticks: number;
  rate: bigint;
}

export class ScenarioLedger {
  readonly cash = new Map<string, bigint>();
  fund: bigint;
  fees = 0n;
  readonly deposited: bigint;
  #positions: LedgerPosition[] = [];
  #lastId = 0;

  constructor(fund: bigint, deposits: readonly (readonly [string, bigint])[]) {
    this.fund = fund;
    for (const [user, amount] of deposits) this.cash.set(user, amount);
    this.deposited = fund + sumOf([...this.cash.values()]);
  }

  get positions(): readonly LedgerPosition[] {
    return this.#positions;
  }

  /** Opens, or adds to, a position. */
  open(owner: Owner, leverage: number, fill: Fill): OpenFill {
    const opened = openFill(owner.instrument.formulas, { ...fill, mode: owner.mode, leverage });
    const held = this.#find(owner) ?? this.#add({ ...owner, lots: 0, cost: 0n, margin: 0n, bankruptcyTicks: 0 });
    held.lots += fill.lots;
    held.cost += opened.notional;
    held.margin += opened.margin;
    this.#pay(owner.user, opened.cashDelta);
    this.fees += opened.fee;
    return opened;
  }

  /** Closes a part of a position, or of the fund's lots: those taken over at this very price first, then the oldest. */
  close(owner: Owner, fill: Fill): Pick<CloseFill, 'pnl' | 'fee' | 'released'> {
    const lots = this.#positions.filter((held) => isOf(held, owner));
    if (owner.user === fundUser) lots.sort((a, b) => rankOf(a, fill) - rankOf(b, fill) || a.id - b.id);
    const total = { pnl: 0n, fee: 0n, released: 0n };
    let rest = fill.lots;
    for (const held of lots) {
      const part = Math.min(rest, held.lots);
      if (part === 0) break;
      const closed = closeFill(owner.instrument.formulas, held, { ...fill, lots: part });
      Object.assign(held, { lots: closed.lotsAfter, cost: closed.costAfter, margin: closed.marginAfter });
      this.#pay(owner.user, closed.cashDelta);
      this.fees += closed.fee;
      total.pnl += closed.pnl;
      total.fee += closed.fee;
      total.released += closed.released;
      rest -= part;
    }
    if (rest > 0) throw new RangeError(`${owner.user} has no such position to close`);
    this.#dropClosed();
    return total;
  }

  settleFunding(instrument: VectorInstrument, markTicks: number, rate: bigint): FundingSettlement {
    const held = this.#positions.filter((one) => one.instrument === instrument);
    const funded = held.map((one): FundedPosition => ({ ...one, owner: one.user === fundUser ? 'fund' : 'user' }));
    const settled = fundingSettlement(instrument.formulas, { rate, markTicks, fund: this.fund }, funded);
    settled.payments.forEach(({ actual }, at) => {
      const one = held[at];
      if (!one || one.user === fundUser) return;
      if (one.mode === MarginMode.isolated) one.margin += actual;
      else this.#pay(one.user, actual);
    });
    this.fund = settled.fund;
    return settled;
  }

  /** The fund takes an isolated position over. */
  takeOver(owner: Owner): Takeover {
    const held = this.#find(owner);
    if (!held) throw new RangeError(`${owner.user} has no such position to take over`);
    const taken = takeover(owner.instrument.formulas, held);
    this.fund += taken.fundDelta;
    this.#positions = this.#positions.filter((one) => one !== held);
    const lot = { ...owner, user: fundUser, mode: MarginMode.cross, lots: held.lots, cost: taken.notional, margin: 0n };
    this.#add({ ...lot, bankruptcyTicks: taken.bankruptcyTicks });
    return taken;
  }

  /** Entry costs of long positions less those of short ones. */
  get netOpenCost(): bigint {
    return sumOf(this.#positions.map((held) => directionOf(held.position) * held.cost));
  }

  /** All money there is, less what is in open contracts, less what came in. */
  get residual(): bigint {
    const cash = sumOf([...this.cash.values()]);
    const margins = sumOf(this.#positions.map((held) => held.margin));
    return cash + margins + this.fund + this.fees - this.netOpenCost - this.deposited;
  }

  #find(owner: Owner): LedgerPosition | undefined {
    return this.#positions.find((held) => isOf(held, owner));
  }

  #add(held: Omit<LedgerPosition, 'id'>): LedgerPosition {
    this.#lastId += 1;
    const added = { id: this.#lastId, ...held };
    this.#positions.push(added);
    return added;
  }

  #dropClosed(): void {
    this.#positions = this.#positions.filter((held) => held.lots > 0);
  }

  #pay(user: string, delta: bigint): void {
    if (user === fundUser) this.fund += delta;
    else this.cash.set(user, (this.cash.get(user) ?? 0n) + delta);
  }
}

function isOf(held: LedgerPosition, owner: Owner): boolean {
  const isSame = held.user === owner.user && held.instrument === owner.instrument;
  return isSame && held.mode === owner.mode && held.position === owner.position;
}

function rankOf(lot: LedgerPosition, fill: Fill): number {
  return lot.bankruptcyTicks === fill.ticks ? 0 : 1;
}
