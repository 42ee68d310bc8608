/** configure: settings of assets, markets, users and the shard, as commands of the journal. */

import { decodeText, paddedLength } from '@pelican/shared/engine';
import {
  type AssetSettings,
  EventKind,
  houseUserMin,
  type MarketSettings,
  RejectCode,
  recordLength,
  type ShardSettings,
  type UserSettings,
} from '@pelican/shared/engine/spot';
import { copyText } from '../kernel/packed-text.ts';
import { refreshSeatsOfMarket, refreshSeatsOfUser } from './accounts/open-seat.ts';
import { setUserLimits, UserFlag, userFor } from './accounts/users.ts';
import { Market, MarketFigure } from './book/market.ts';
import { parseSettings, type Settings } from './settings.ts';
import { houseCellsOf, type Shard } from './state.ts';

const configureFixedLength = 16;

/** Applies the configure command at byte `at` of the input. */
export function configure(shard: Shard, at: number, byteLength: number): void {
  const { input, reply } = shard;
  const textLength = byteLength < configureFixedLength ? 0 : (input.i32[(at >> 2) + 2] as number) & 0xffff;
  if (textLength === 0 || byteLength < configureFixedLength + textLength) {
    reply.code = RejectCode.outOfRange;
    return;
  }
  const user = (input.i32[(at >> 2) + 1] as number) >>> 0;
  const settings = parseSettings(decodeText(input.bytes, at + configureFixedLength, textLength));
  reply.code = settings ? checkSettings(shard, user, settings) : RejectCode.invalidSettings;
  if (!settings || reply.code !== RejectCode.none) return;
  applySettings(shard, user, settings);
  writeSettingsChanged(shard, user, at + configureFixedLength, textLength);
}

/** The text goes out as it came in. */
function writeSettingsChanged(shard: Shard, user: number, textStart: number, textLength: number): void {
  const { events } = shard;
  const byteLength = paddedLength(recordLength.settingsChanged + textLength);
  events.room(byteLength);
  const at = events.start(byteLength, EventKind.settingsChanged, 0, user);
  events.i32[at * 2 + 2] = textLength;
  events.i32[at * 2 + 3] = 0;
  copyText(events.i32, (at + 2) * 2, shard.input.i32, textStart >> 2, textLength);
}

function checkSettings(shard: Shard, user: number, settings: Settings): RejectCode {
  switch (settings.kind) {
    case 'asset': {
      const known = shard.assets[settings.id];
      return known && known.settings.scale !== settings.scale ? RejectCode.invalidSettings : RejectCode.none;
    }
    case 'market':
      if (!shard.assets[settings.base] || !shard.assets[settings.quote]) return RejectCode.unknownAsset;
      return changesStepsUnderOrders(shard, settings) ? RejectCode.invalidSettings : RejectCode.none;
    case 'user':
      return user > 0 && user < houseUserMin ? RejectCode.none : RejectCode.invalidSettings;
    case 'shard': {
      const isKnown = (asset: number) => asset === 0 || shard.assets[asset] !== undefined;
      return isKnown(settings.serviceAsset) && isKnown(settings.pivotAsset) ? RejectCode.none : RejectCode.unknownAsset;
    }
  }
}

function hasOtherSteps(a: MarketSettings, b: MarketSettings): boolean {
  return (
    a.base !== b.base ||
    a.quote !== b.quote ||
    a.lotBaseUnits !== b.lotBaseUnits ||
    a.tickLotQuoteUnits !== b.tickLotQuoteUnits
  );
}

function changesStepsUnderOrders(shard: Shard, settings: MarketSettings): boolean {
  const market = shard.markets[settings.id];
  if (!market || market.figures[MarketFigure.openOrders] === 0) return false;
  return hasOtherSteps(market.settings, settings);
}

/** Puts checked settings into effect. Also used to build a shard from a snapshot. */
export function applySettings(shard: Shard, user: number, settings: Settings): void {
  switch (settings.kind) {
    case 'asset':
      applyAsset(shard, settings);
      break;
    case 'market':
      applyMarket(shard, settings);
      break;
    case 'user':
      applyUser(shard, user, settings);
      break;
    case 'shard':
      applyShard(shard, settings);
      break;
  }
}

function applyAsset(shard: Shard, settings: AssetSettings): void {
  const known = shard.assets[settings.id];
  if (known) known.settings = settings;
  else shard.assets[settings.id] = { settings, totalLow: 0, totalHigh: 0 };
}

function applyMarket(shard: Shard, settings: MarketSettings): void {
  const previous = shard.markets[settings.id];
  const market = new Market(settings, houseCellsOf(shard, settings.quote), previous);
  // The last price counts in steps that no longer hold: it is forgotten.
  if (previous && hasOtherSteps(previous.settings, settings)) market.figures[MarketFigure.lastPriceTicks] = 0;
  shard.markets[settings.id] = market;
  shard.directory.hasSeats[settings.base] = 1;
  shard.marketByPair.clear();
  for (const listed of shard.markets) {
    const pair = listed ? listed.base * 65536 + listed.quote : 0;
    if (listed && !shard.marketByPair.has(pair)) shard.marketByPair.set(pair, listed.id);
  }
  refreshSeatsOfMarket(shard, market);
}

function applyUser(shard: Shard, user: number, settings: UserSettings): void {
  const flags = (settings.customFee ? UserFlag.customFee : 0) | (settings.taxable ? UserFlag.taxable : 0);
  setUserLimits(shard.memory, userFor(shard.directory, shard.memory, user), settings.openOrdersMax, flags);
  if (settings.fees.length === 0) shard.userFees.delete(user);
  else shard.userFees.set(user, settings.fees);
  refreshSeatsOfUser(shard, user);
}

function applyShard(shard: Shard, settings: ShardSettings): void {
  shard.serviceAsset = settings.serviceAsset;
  shard.pivotAsset = settings.pivotAsset;
}
