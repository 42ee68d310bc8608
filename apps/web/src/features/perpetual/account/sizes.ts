/** Decimal strings of the wire and the formulas' ticks, lots and units of 10^-8. */
import { formatBigUnits, parseBigUnits } from '@pelican/shared/money';
import { type Instrument, tierMaxLots } from '@pelican/shared/perpetual';
import { decimalsOfStep } from '../../../ui/format.ts';

export const moneyScale = 8;

/** Units of 10^-8 of a decimal that may have a sign. @throws RangeError for what is no plain decimal */
export function unitsOf(decimal: string): bigint {
  return decimal.startsWith('-') ? -parseBigUnits(decimal.slice(1), moneyScale) : parseBigUnits(decimal, moneyScale);
}

export function textOf(units: bigint, scale = moneyScale): string {
  return formatBigUnits(units, scale);
}

/** Contracts as a whole number of lots, truncated. */
export function lotsOf(instrument: Instrument, contracts: string): number {
  return Number(unitsOf(contracts) / instrument.lotSize);
}

/** A price as a whole number of ticks, truncated. */
export function ticksOf(instrument: Instrument, price: string): number {
  return Number(unitsOf(price) / instrument.tickSize);
}

export function contractsOf(instrument: Instrument, lots: number): string {
  return textOf(BigInt(lots) * instrument.lotSize);
}

/** Coins of a size in contracts. */
export function coinsOf(instrument: Instrument, contracts: string): string {
  return textOf((unitsOf(contracts) * instrument.contractValue) / 100_000_000n);
}

export function priceOf(instrument: Instrument, ticks: number | null): string {
  return ticks === null ? '' : textOf(BigInt(ticks) * instrument.tickSize);
}

/** The largest position of a leverage, in lots. */
export function largestPosition(instrument: Instrument, leverage: number): number {
  return tierMaxLots(instrument, leverage);
}

/** Decimals that a step of 10^-8 units allows. */
export function decimalsOf(step: bigint): number {
  return decimalsOfStep(textOf(step));
}

/** A fraction in percent: "0.0001" is "0.01". */
export function percentText(fraction: string): string {
  return textOf(unitsOf(fraction), moneyScale - 2);
}
