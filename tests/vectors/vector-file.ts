/** The shape of a file of worked examples: every number a plain decimal string, null for none, sizes in contracts. */

/** A number of the file; counts and milliseconds may be bare numbers. */
export type Decimal = string | number;

/** Price and contracts, best level first. */
export type BookSide = readonly (readonly [Decimal, Decimal])[];

export interface InstrumentParameters {
  ctVal: Decimal;
  lotSz: Decimal;
  minSz: Decimal;
  tickSz: Decimal;
  maxLmtSz: Decimal;
  maxMktSz: Decimal;
  maker: Decimal;
  taker: Decimal;
  limX: Decimal;
  limY: Decimal;
  limZ: Decimal;
  fundingCap: Decimal;
  imn: Decimal;
  tiers: { maxSz: Decimal; mmr: Decimal; maxLever: Decimal }[];
}

export interface VectorCase {
  /** Files differ in what they call a case by. */
  id?: string;
  name?: string;
  kind: string;
  title?: string;
  in: object;
  out: Record<string, unknown>;
}

export interface VectorFile {
  /** Of perpetual cases. */
  instruments?: Record<string, InstrumentParameters>;
  vectors: VectorCase[];
}

export type PositionName = 'long' | 'short';
export type ModeName = 'cross' | 'isolated';
