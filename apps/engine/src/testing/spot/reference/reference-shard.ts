/**
 * The spot shard as simply as it can be said: arrays that are searched, bigint, one order at a time. Slow and obviously
 * right; the properties compare the core with it command by command. It answers with the same event objects that
 * decoding the core's bytes gives, but for balances, which are compared as wholes.
 */
import {
  type AmendOrder,
  type CancelAll,
  type CancelOrder,
  CancelScope,
  CloseReason,
  type Command,
  type CommandDone,
  type EngineEvent,
  EventKind,
  houseUserMin,
  type MarketSettings,
  Op,
  OrderType,
  orderFlags,
  type PlaceOrder,
  RejectCode,
  type ShardSettings,
  Side,
  TimeInForce,
  type Transfer,
  type UserSettings,
} from '@pelican/shared/engine/spot';
import { check, checkAmended, isWithin, leavesRange, limitOf, opposite } from './reference-check.ts';
import { fill, releaseRest } from './reference-fill.ts';
import type { Rates } from './reference-formulas.ts';
import { configure } from './reference-settings.ts';
import type { ReferenceMarket, ReferenceOrder } from './reference-state.ts';

interface Key {
  clientId: string;
  content: string;
  orderId: number;
  /** Of a change nothing is open. */
  isChange: boolean;
  timeMs: number;
}

interface ReferenceUser {
  settings: UserSettings;
  /** In the order in which they were used. */
  keys: Key[];
}

export class ReferenceShard {
  readonly balances = new Map<string, { available: bigint; frozen: bigint }>();
  readonly markets = new Map<number, ReferenceMarket>();
  readonly assets = new Map<number, { scale: number; total: bigint }>();
  readonly users = new Map<number, ReferenceUser>();
  readonly transfers = new Map<string, { timeMs: number; code: RejectCode; content: string }>();
  readonly senders = new Map<number, number>();
  service: ShardSettings = { kind: 'shard', serviceAsset: 0, pivotAsset: 0 };
  lastOrderId = 0;
  timeMs = 0;
  events: EngineEvent[] = [];
  private reply = { orderId: 0, repeated: false, required: 0, available: 0 };

  /** The events of an entry, without balanceChanged; none when the entry is a repeat. */
  applyEntry(sender: number, counter: number, commands: Command[], timeMs: number): EngineEvent[] {
    this.events = [];
    if (counter <= (this.senders.get(sender) ?? -1)) return [];
    this.senders.set(sender, counter);
    this.timeMs = Math.max(this.timeMs, timeMs);
    commands.forEach((command, index) => {
      this.reply = { orderId: 0, repeated: false, required: 0, available: 0 };
      const code = this.apply(command);
      const done: CommandDone = {
        kind: EventKind.commandDone,
        user: command.user,
        index,
        op: command.op,
        code,
        ...this.reply,
      };
      this.events.push(done);
    });
    return this.events;
  }

  balance(user: number, asset: number): { available: bigint; frozen: bigint } {
    const key = `${user} ${asset}`;
    const balance = this.balances.get(key) ?? { available: 0n, frozen: 0n };
    this.balances.set(key, balance);
    return balance;
  }

  user(user: number): ReferenceUser {
    const known = this.users.get(user) ?? {
      settings: { kind: 'user', customFee: false, taxable: false, fees: [], openOrdersMax: 10_000 },
      keys: [],
    };
    this.users.set(user, known);
    return known;
  }

  refuse(code: RejectCode, required: bigint | number = 0, available: bigint | number = 0): RejectCode {
    const saturated = (value: bigint | number) => Math.min(Number(value), Number.MAX_SAFE_INTEGER);
    this.reply.required = saturated(required);
    this.reply.available = saturated(available);
    return code;
  }

  private apply(command: Command): RejectCode {
    switch (command.op) {
      case Op.placeOrder:
        return this.place(command);
      case Op.amendOrder:
        return this.amend(command);
      case Op.cancelOrder:
        return this.cancel(command);
      case Op.cancelAll:
        return this.cancelAll(command);
      case Op.transferIn:
      case Op.transferOut:
        return this.transfer(command);
      case Op.configure:
        return configure(this, command);
    }
  }

  // ---- orders

  private place(command: PlaceOrder): RejectCode {
    const content = JSON.stringify([command.market, orderFlags(command), command.priceTicks, command.amount]);
    const known = command.clientId === '' ? undefined : this.findKey(command.user, command.clientId);
    if (known?.content === content) {
      this.reply.orderId = known.orderId;
      this.reply.repeated = true;
      return RejectCode.none;
    }
    const market = this.markets.get(command.market);
    if (!market) return RejectCode.unknownMarket;
    if (market.settings.status !== 'open') return RejectCode.marketClosed;
    if (!isWellFormed(command)) return RejectCode.outOfRange;
    const order = this.draft(command, market);
    if (leavesRange(order, market)) return RejectCode.outOfRange;
    if (known) return RejectCode.repeatedWithOtherContent;
    const code = check(this, order, market);
    if (code !== RejectCode.none) return code;
    this.execute(order, market, content);
    return RejectCode.none;
  }

  private remember(
    { user: userId, clientId }: PlaceOrder | AmendOrder,
    made: Pick<Key, 'content' | 'orderId' | 'isChange'>,
  ): void {
    if (clientId === '') return;
    const user = this.user(userId);
    user.keys = user.keys.filter((key) => key.clientId !== clientId);
    user.keys.push({ ...made, clientId, timeMs: this.timeMs });
  }

  private findKey(user: number, clientId: string): Key | undefined {
    const { keys } = this.user(user);
    const at = keys.findIndex((key) => key.clientId === clientId);
    const key = keys[at];
    if (!key) return undefined;
    const isRecent = this.timeMs - key.timeMs < 24 * 3_600_000 && keys.length - at <= 10_000;
    const isOpen = !key.isChange && [...this.markets.values()].some((m) => m.orders.some((o) => o.id === key.orderId));
    return isRecent || isOpen ? key : undefined;
  }

  ratesOf(user: number, settings: MarketSettings): Rates {
    const own = this.user(user).settings;
    const line = own.fees.find((fee) => fee.market === settings.id) ?? own.fees.find((fee) => fee.market === 0);
    return {
      maker: line?.makerFeePpm ?? settings.makerFeePpm,
      taker: line?.takerFeePpm ?? settings.takerFeePpm,
      gst: settings.gstPpm,
      sellTds: own.taxable && settings.tax !== 'none' ? settings.tdsPpm : 0,
      buyTds: own.taxable && settings.tax === 'both' ? settings.tdsPpm : 0,
    };
  }

  /** A sale of the quick swap is taxed on any market. */
  private ratesOfPlaced({ user, exchange }: PlaceOrder, settings: MarketSettings): Rates {
    const rates = this.ratesOf(user, settings);
    return exchange && this.user(user).settings.taxable ? { ...rates, sellTds: settings.tdsPpm } : rates;
  }

  private draft(command: PlaceOrder, market: ReferenceMarket): ReferenceOrder {
    return {
      id: 0,
      user: command.user,
      market: command.market,
      isBuy: command.side === Side.buy,
      price: command.priceTicks,
      amount: BigInt(command.amount),
      remaining: BigInt(command.amount),
      frozen: 0n,
      rates: this.ratesOfPlaced(command, market.settings),
      isMarket: command.type === OrderType.market,
      byQuote: command.amountIsQuote,
      command,
    };
  }

  private execute(order: ReferenceOrder, market: ReferenceMarket, content: string): void {
    const { command, rates } = order;
    order.id = ++this.lastOrderId;
    this.reply.orderId = order.id;
    const { op: _op, ...placed } = command;
    this.events.push({
      ...placed,
      kind: EventKind.orderPlaced,
      orderId: order.id,
      makerFeePpm: rates.maker,
      takerFeePpm: rates.taker,
    });
    this.remember(command, { content, orderId: order.id, isChange: false });
    const funds = this.balance(order.user, order.isBuy ? market.settings.quote : market.settings.base);
    funds.available -= order.frozen;
    funds.frozen += order.frozen;
    const end = this.match(order, market);
    this.finish(order, market, end);
  }

  /** Why it stopped: 'amount' when nothing is left of it. */
  private match(order: ReferenceOrder, market: ReferenceMarket): 'amount' | 'book' | 'selfTrade' {
    const limit = limitOf(order, market);
    while (order.remaining > 0n) {
      const maker = opposite(market, order.isBuy)[0];
      if (!maker || !isWithin(order, maker.price, limit)) return 'book';
      if (maker.user === order.user && market.settings.selfTrade === 'cancelTaker') return 'selfTrade';
      if (maker.user === order.user && market.settings.selfTrade === 'cancelResting') {
        this.closeResting(maker, market, CloseReason.selfTrade);
        continue;
      }
      if (!fill(this, order, maker, market)) return 'book';
      if (maker.remaining === 0n) this.closeResting(maker, market, CloseReason.filled);
    }
    return 'amount';
  }

  private finish(order: ReferenceOrder, market: ReferenceMarket, end: 'amount' | 'book' | 'selfTrade'): void {
    const common = { user: order.user, market: order.market, orderId: order.id };
    const isGtc = !order.isMarket && order.command.timeInForce === TimeInForce.gtc;
    if (isGtc && end === 'book') {
      market.orders.push(order);
      this.events.push({ kind: EventKind.orderRested, ...common });
      return;
    }
    releaseRest(this, order, market);
    const unfilled = order.isMarket ? CloseReason.marketEnd : CloseReason.immediateOrCancel;
    const reason = order.remaining === 0n ? CloseReason.filled : end === 'selfTrade' ? CloseReason.selfTrade : unfilled;
    this.events.push({ kind: EventKind.orderClosed, ...common, reason, remaining: Number(order.remaining) });
  }

  private closeResting(order: ReferenceOrder, market: ReferenceMarket, reason: CloseReason): void {
    releaseRest(this, order, market);
    market.orders = market.orders.filter((other) => other !== order);
    this.events.push({
      kind: EventKind.orderClosed,
      user: order.user,
      market: order.market,
      orderId: order.id,
      reason,
      remaining: Number(order.remaining),
    });
  }

  // ---- amendments

  private amend(command: AmendOrder): RejectCode {
    const { user, orderId, clientId } = command;
    const content = JSON.stringify(['amend', command.market, orderId, command.priceTicks, command.lots]);
    const known = clientId === '' ? undefined : this.findKey(user, clientId);
    if (known?.content === content) {
      this.reply.orderId = known.orderId;
      this.reply.repeated = true;
      return RejectCode.none;
    }
    if (isPositiveSafe(orderId)) this.reply.orderId = orderId;
    if (!isWellFormedAmendment(command)) return RejectCode.outOfRange;
    if (known) return RejectCode.repeatedWithOtherContent;
    const market = [...this.markets.values()].find((one) => one.orders.some(({ id }) => id === orderId));
    const order = market?.orders.find(({ id }) => id === orderId);
    const isTheirs = order?.user === user && (command.market === 0 || command.market === order.market);
    if (!market || !order || !isTheirs) return RejectCode.orderNotFound;
    if (market.settings.status !== 'open') return RejectCode.marketClosed;
    return this.amendFound(command, order, market, content);
  }

  private amendFound(command: AmendOrder, order: ReferenceOrder, market: ReferenceMarket, content: string): RejectCode {
    const filled = order.amount - order.remaining;
    const amount = command.lots === 0 ? order.amount : BigInt(command.lots);
    if (amount < filled) return this.refuse(RejectCode.amountBelowFilled, filled, amount);
    const isEnd = amount === filled;
    const price = command.priceTicks === 0 || isEnd ? order.price : command.priceTicks;
    const keepsPlace = price === order.price && amount <= order.amount;
    const rates = keepsPlace ? order.rates : this.ratesOf(order.user, market.settings);
    const amended: ReferenceOrder = { ...order, amount, price, rates, remaining: amount - filled, frozen: 0n };
    const code = isEnd ? RejectCode.none : checkAmended(this, order, amended, market);
    if (code !== RejectCode.none) return code;
    this.remember(command, { content, orderId: order.id, isChange: true });
    const common = { user: order.user, market: order.market, orderId: order.id };
    this.events.push({
      kind: EventKind.orderAmended,
      ...common,
      keepsPlace,
      priceTicks: price,
      lots: Number(amount),
      remaining: Number(amended.remaining),
      makerFeePpm: rates.maker,
      takerFeePpm: rates.taker,
    });
    const funds = this.balance(order.user, order.isBuy ? market.settings.quote : market.settings.base);
    funds.available -= amended.frozen - order.frozen;
    funds.frozen += amended.frozen - order.frozen;
    if (isEnd) {
      market.orders = market.orders.filter((other) => other !== order);
      this.events.push({ kind: EventKind.orderClosed, ...common, reason: CloseReason.filled, remaining: 0 });
    } else if (keepsPlace) Object.assign(order, amended);
    else {
      market.orders = market.orders.filter((other) => other !== order);
      this.finish(amended, market, this.match(amended, market));
    }
    return RejectCode.none;
  }

  // ---- cancels

  private cancel(command: CancelOrder): RejectCode {
    if (isPositiveSafe(command.orderId)) this.reply.orderId = command.orderId;
    for (const market of this.markets.values()) {
      const order = market.orders.find((other) => other.id === command.orderId);
      if (!order || order.user !== command.user) continue;
      if (command.market !== 0 && command.market !== order.market) continue;
      this.closeResting(order, market, CloseReason.cancelledByUser);
      return RejectCode.none;
    }
    return RejectCode.orderNotFound;
  }

  private cancelAll(command: CancelAll): RejectCode {
    const { scope, target } = command;
    if (scope === CancelScope.market && !this.markets.has(target)) return RejectCode.unknownMarket;
    if (scope === CancelScope.asset && !this.assets.has(target)) return RejectCode.unknownAsset;
    const found: { order: ReferenceOrder; market: ReferenceMarket }[] = [];
    for (const market of this.markets.values()) {
      const { id, base, quote } = market.settings;
      const isInScope =
        scope === CancelScope.all ||
        (scope === CancelScope.market ? id === target : base === target || quote === target);
      if (!isInScope) continue;
      for (const order of market.orders) if (order.user === command.user) found.push({ order, market });
    }
    found.sort((a, b) => a.order.id - b.order.id);
    for (const { order, market } of found) this.closeResting(order, market, CloseReason.cancelledByUser);
    this.reply.orderId = found.length;
    return RejectCode.none;
  }

  // ---- transfers and settings

  private transfer(command: Transfer): RejectCode {
    const { user, transferId, amount } = command;
    const isOut = command.op === Op.transferOut;
    if (isPositiveSafe(transferId)) this.reply.orderId = transferId;
    if (user === 0 || !isPositiveSafe(transferId) || !isPositiveSafe(amount)) return RejectCode.outOfRange;
    const key = `${isOut} ${transferId}`;
    const known = this.transfers.get(key);
    const content = `${user} ${command.asset} ${amount}`;
    if (known !== undefined && this.timeMs - known.timeMs < 7 * 24 * 3_600_000) {
      if (known.content !== content) return RejectCode.transferMismatch;
      this.reply.repeated = true;
      return known.code;
    }
    const code = this.moveAcross(command, isOut);
    this.transfers.set(key, { timeMs: this.timeMs, code, content });
    return code;
  }

  private moveAcross(command: Transfer, isOut: boolean): RejectCode {
    const { user, transferId, amount } = command;
    const asset = this.assets.get(command.asset);
    if (!asset) return RejectCode.unknownAsset;
    const balance = this.balance(user, command.asset);
    const units = BigInt(amount);
    if (!isOut && asset.total + units >= 2n ** 63n - 2n ** 48n) return RejectCode.outOfRange;
    if (isOut && balance.available < units) {
      return this.refuse(RejectCode.insufficientBalance, units, balance.available);
    }
    balance.available += isOut ? -units : units;
    asset.total += isOut ? -units : units;
    this.events.push({ kind: EventKind.transferApplied, user, asset: command.asset, transferId, amount, out: isOut });
    return RejectCode.none;
  }

  /** The market of a pair with the lowest id, if it has traded. */
  pricedMarket(base: number, quote: number): ReferenceMarket | undefined {
    const found = [...this.markets.values()]
      .filter(({ settings }) => settings.base === base && settings.quote === quote)
      .sort((a, b) => a.settings.id - b.settings.id)[0];
    return found && found.lastPrice > 0 ? found : undefined;
  }
}

function isPositiveSafe(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}

function isWellFormed(command: PlaceOrder): boolean {
  const isPerson = command.user > 0 && command.user < houseUserMin;
  const isGtc = command.timeInForce === TimeInForce.gtc;
  if (!isPerson || !isPositiveSafe(command.amount)) return false;
  if (command.clientId.length > 36 || command.source.length > 31) return false;
  if (/[^ -~]/.test(command.clientId + command.source)) return false;
  if (command.type === OrderType.market) {
    const isLimit = command.priceTicks === 0 || isPositiveSafe(command.priceTicks);
    return isLimit && !command.postOnly && command.timeInForce !== TimeInForce.fok;
  }
  return (
    isPositiveSafe(command.priceTicks) && !command.amountIsQuote && !command.exchange && (!command.postOnly || isGtc)
  );
}

function isWellFormedAmendment({ user, priceTicks, lots, clientId }: AmendOrder): boolean {
  const isPerson = user > 0 && user < houseUserMin;
  const areFigures = [priceTicks, lots].every((value) => value === 0 || isPositiveSafe(value));
  return isPerson && areFigures && clientId.length <= 36 && !/[^ -~]/.test(clientId);
}
