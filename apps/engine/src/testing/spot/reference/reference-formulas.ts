/** The money formulas once more, in bigint and as the decisions word them; shares no code with the core. */

const million = 1_000_000n;

export function up(amount: bigint, ppm: number): bigint {
  return (amount * BigInt(ppm) + million - 1n) / million;
}

export function down(amount: bigint, ppm: number): bigint {
  return (amount * BigInt(ppm)) / million;
}

export function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

export interface Rates {
  maker: number;
  taker: number;
  gst: number;
  sellTds: number;
  buyTds: number;
}

export interface Charged {
  feeAsset: number;
  inService: boolean;
  fee: bigint;
  gst: bigint;
  tds: bigint;
}

export function chargeSeller(gross: bigint, fee: number, rates: Rates, feeAsset: number): Charged {
  const feeUnits = least(up(gross, fee), gross);
  const gst = least(up(feeUnits, rates.gst), gross - feeUnits);
  return { feeAsset, inService: false, fee: feeUnits, gst, tds: down(gross - feeUnits - gst, rates.sellTds) };
}

export function chargeBuyer(gross: bigint, fee: number, rates: Rates, feeAsset: number): Charged {
  const feeUnits = up(gross, fee);
  return { feeAsset, inService: false, fee: feeUnits, gst: up(feeUnits, rates.gst), tds: down(gross, rates.buyTds) };
}

export function buyerCost(gross: bigint, fee: number, rates: Rates): bigint {
  const charged = chargeBuyer(gross, fee, rates, 0);
  return gross + charged.fee + charged.gst + charged.tds;
}

/** The largest count in 0...max for which `isAffordable` holds; it holds for all smaller ones too. */
export function largest(max: bigint, isAffordable: (count: bigint) => boolean): bigint {
  let low = 0n;
  let high = max;
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (isAffordable(middle)) low = middle;
    else high = middle - 1n;
  }
  return low;
}
