/** Commands and events of a spot shard. */
export {
  type AssetSettings,
  type CancelAll,
  type CancelOrder,
  CancelScope,
  type Command,
  type Configure,
  decodeCommandEntry,
  type MarketSettings,
  Op,
  OrderFlag,
  OrderType,
  orderFlags,
  type PlaceOrder,
  placeOrderFixedLength,
  type ShardSettings,
  Side,
  TimeInForce,
  type Transfer,
  type UserSettings,
  writeCommand,
} from './commands.ts';
export {
  type BalanceChanged,
  balanceLimb,
  CloseReason,
  type CommandDone,
  type EngineEvent,
  EventKind,
  forEachEvent,
  HouseUser,
  houseUserMin,
  type OrderClosed,
  type OrderFilled,
  type OrderPlaced,
  type OrderRested,
  recordLength,
  type TransferApplied,
} from './events.ts';
export { keepsRange } from './market-range.ts';
export { RejectCode } from './reject-codes.ts';
export { spotWire } from './wire.ts';
