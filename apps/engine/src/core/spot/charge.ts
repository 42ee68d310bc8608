/** What one party of a fill is charged; filled in anew for each fill. */
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
