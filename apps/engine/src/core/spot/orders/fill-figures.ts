/** The figures of the fill at work. Amounts start as NaN so that V8 holds them as doubles from the first. */

/** What one party of a fill is charged. */
export class Charge {
  /** Fee and GST are in this asset's units. */
  feeAsset = 0;
  /** The fee is in the service token, not in the market's money. */
  inService = false;
  fee = Number.NaN;
  gst = Number.NaN;
  /** Always in the quote asset. */
  tds = Number.NaN;
}

export class Fill {
  readonly taker = new Charge();
  readonly maker = new Charge();
  priceTicks = Number.NaN;
  lots = Number.NaN;
  /** price x lots, in quote units. */
  gross = Number.NaN;
  /** The lots in base units. */
  baseUnits = Number.NaN;
  makerRemaining = Number.NaN;
}
