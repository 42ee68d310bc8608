/** The bridge between a file's decimals and the formulas' integers. */
import { type InstrumentSettings, MarginMode, PositionSide } from '@pelican/shared/engine/perpetual';
import { formatBigUnits, parseBigUnits } from '@pelican/shared/money';
import { type BookLevel, type Instrument, instrumentOf } from '@pelican/shared/perpetual';
import type { BookSide, Decimal, InstrumentParameters, ModeName, PositionName } from './vector-file.ts';

/** Money, prices and rates of a file: eight decimals. */
export function parse8(decimal: Decimal): bigint {
  return parseBigUnits(String(decimal), 8);
}

/** A percentage of a file as a rate in 10^-8. */
export function rateOfPercent(percent: string): bigint {
  return parseBigUnits(percent, 6);
}

export function text8(value: bigint): string;
export function text8(value: bigint | null): string | null;
export function text8(value: bigint | null): string | null {
  return value === null ? null : formatBigUnits(value, 8);
}

/** Of a figure that the formulas keep times 10^8 because it is never rounded (a requirement): all of its decimals. */
export function text16(value: bigint): string {
  return formatBigUnits(value, 16);
}

/** A figure in 10^-decimals, as ratios (4) and percentages (2) are. */
export function textOf(value: bigint | null, decimals: number): string | null {
  return value === null ? null : formatBigUnits(value, decimals);
}

export function positionOf(name: PositionName): PositionSide {
  return name === 'long' ? PositionSide.long : PositionSide.short;
}

export function modeOf(name: ModeName | undefined): MarginMode {
  return name === 'cross' ? MarginMode.cross : MarginMode.isolated;
}

/** An instrument of a file with its conversions. */
export class VectorInstrument {
  readonly formulas: Instrument;

  constructor(id: number, name: string, parameters: InstrumentParameters) {
    // Settings hold the impact notional as a number; a file may go beyond what that holds exactly.
    this.formulas = { ...instrumentOf(settingsOf(id, name, parameters)), impactNotional: parse8(parameters.imn) };
  }

  /** @throws RangeError when the price is off the grid */
  ticks(price: Decimal): number {
    return wholeOf(parse8(price), this.formulas.tickSize, `price ${price}`);
  }

  /** @throws RangeError when the size is no whole number of lots */
  lots(size: Decimal): number {
    return wholeOf(parse8(size), this.formulas.lotSize, `size ${size}`);
  }

  price(ticks: number): string;
  price(ticks: number | null): string | null;
  price(ticks: number | null): string | null {
    return ticks === null ? null : text8(BigInt(ticks) * this.formulas.tickSize);
  }

  /** In contracts. */
  size(lots: number): string {
    return text8(BigInt(lots) * this.formulas.lotSize);
  }

  /** In coins. */
  amount(lots: number): string {
    return formatBigUnits(BigInt(lots) * this.formulas.lotSize * this.formulas.contractValue, 16);
  }

  rate(role: 'maker' | 'taker'): bigint {
    return role === 'maker' ? this.formulas.makerRate : this.formulas.takerRate;
  }

  levels(side: BookSide | undefined): BookLevel[] {
    return (side ?? []).map(([price, size]) => ({ ticks: this.ticks(price), lots: this.lots(size) }));
  }
}

/** The instruments of a file, by name; each is read when a case first asks for it. */
export class VectorInstruments {
  readonly #parameters: [string, InstrumentParameters][];
  readonly #read = new Map<string, VectorInstrument>();

  constructor(parameters: Record<string, InstrumentParameters> = {}) {
    this.#parameters = Object.entries(parameters);
  }

  /** @throws RangeError when the file has no such instrument, or it can not be listed */
  get(name: string): VectorInstrument {
    const at = this.#parameters.findIndex(([known]) => known === name);
    const parameters = this.#parameters[at]?.[1];
    if (!parameters) throw new RangeError(`the file has no instrument ${name}`);
    const instrument = this.#read.get(name) ?? new VectorInstrument(at + 1, name, parameters);
    this.#read.set(name, instrument);
    return instrument;
  }
}

/** What the file leaves out stands as the exchange has it for every instrument. */
function settingsOf(id: number, name: string, parameters: InstrumentParameters): InstrumentSettings {
  const units = (decimal: Decimal) => Number(parse8(decimal));
  const lots = (size: Decimal) => wholeOf(parse8(size), parse8(parameters.lotSz), `size ${size}`);
  return {
    kind: 'instrument',
    id,
    name,
    settleAsset: 1,
    contractValue: units(parameters.ctVal),
    lotSize: units(parameters.lotSz),
    tickSize: units(parameters.tickSz),
    minLots: lots(parameters.minSz),
    maxLimitLots: lots(parameters.maxLmtSz),
    maxMarketLots: lots(parameters.maxMktSz),
    priceMaxTicks: Number.MAX_SAFE_INTEGER,
    makerRate: units(parameters.maker),
    takerRate: units(parameters.taker),
    bandX: units(parameters.limX),
    bandY: units(parameters.limY),
    bandZ: units(parameters.limZ),
    fundingCap: units(parameters.fundingCap),
    fundingInterest: 10_000,
    fundingDamper: 50_000,
    fundingIntervalMs: 28_800_000,
    impactNotional: units(parameters.imn),
    staleHaircut: 1_000_000,
    ordersMax: 500,
    algosMax: 100,
    tiers: parameters.tiers.map((tier) => ({
      maxLots: lots(tier.maxSz),
      mmr: units(tier.mmr),
      maxLeverage: Number(tier.maxLever),
    })),
    listedAtMs: 0,
    status: 'open',
  };
}

function wholeOf(value: bigint, step: bigint, what: string): number {
  const steps = Number(value / step);
  if (value % step !== 0n || !Number.isSafeInteger(steps)) throw new RangeError(`${what} is not on the grid`);
  return steps;
}
