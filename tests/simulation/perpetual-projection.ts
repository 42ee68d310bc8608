/** What events say of the objects of a perpetual shard: the newest record of each is the object. */

import { report } from '@pelican/engine/src/core/perpetual/report.ts';
import type { PerpetualShard } from '@pelican/engine/src/core/perpetual/state.ts';
import { EndReason, type EngineEvent, EventKind, type EventOf, HouseUser } from '@pelican/shared/engine/perpetual';
import { Projection } from './projection.ts';

type Fact = Record<string, unknown>;

/** Their cash is reported as fund and fees. */
const houseUsers: readonly number[] = Object.values(HouseUser);

export class PerpetualProjection extends Projection {
  readonly positions = new Map<number, EventOf<typeof EventKind.positionChanged>>();
  readonly resting = new Map<number, EventOf<typeof EventKind.orderChanged>>();
  readonly algos = new Map<number, EventOf<typeof EventKind.algoChanged>>();
  /** By market; none before its first index. */
  readonly markTicks = new Map<number, number>();
  readonly #accounts = new Map<number, EventOf<typeof EventKind.accountChanged>>();
  readonly #lots = new Map<number, EventOf<typeof EventKind.fundLotChanged>>();
  #fund = 0n;
  #fees = 0n;
  #netTransfers = 0n;

  stateFacts(): object {
    return sorted({
      accounts: [...this.#accounts.values()].map(({ user, cash, crossFreeze, isolatedFreeze }) => ({
        user,
        cash: String(cash),
        crossFreeze: String(crossFreeze),
        isolatedFreeze: String(isolatedFreeze),
      })),
      positions: [...this.positions.values()].map((held) => ({
        positionId: held.positionId,
        user: held.user,
        market: held.market,
        mode: held.mode,
        position: held.position,
        leverage: held.leverage,
        lots: held.lots,
        cost: String(held.cost),
        margin: String(held.margin),
        realised: String(held.realised),
        version: held.version,
      })),
      openOrders: [...this.resting.values()].map((order) => ({
        orderId: order.orderId,
        user: order.user,
        market: order.market,
        mode: order.mode,
        side: order.side,
        position: order.position,
        priceTicks: order.priceTicks,
        remainingLots: order.lots - order.filledLots,
        freeze: String(order.freeze),
      })),
      algos: [...this.algos.values()].map(({ algoId, user, market, state, lots }) => ({
        algoId,
        user,
        market,
        state,
        lots,
      })),
      fund: {
        cash: String(this.#fund),
        lots: [...this.#lots.values()].map((lot) => ({
          lotId: lot.lotId,
          market: lot.market,
          position: lot.position,
          lots: lot.lots,
          cost: String(lot.cost),
        })),
      },
      fees: String(this.#fees),
      netTransfers: String(this.#netTransfers),
    });
  }

  protected empty(): Projection {
    return new PerpetualProjection();
  }

  protected copyInto(copy: this): void {
    for (const [key, value] of this.positions) copy.positions.set(key, value);
    for (const [key, value] of this.resting) copy.resting.set(key, value);
    for (const [key, value] of this.algos) copy.algos.set(key, value);
    for (const [key, value] of this.markTicks) copy.markTicks.set(key, value);
    for (const [key, value] of this.#accounts) copy.#accounts.set(key, value);
    for (const [key, value] of this.#lots) copy.#lots.set(key, value);
    copy.#fund = this.#fund;
    copy.#fees = this.#fees;
    copy.#netTransfers = this.#netTransfers;
  }

  protected take(event: EngineEvent): void {
    const { kind } = event;
    if (kind === EventKind.orderChanged) this.#takeOrder(event);
    else if (kind === EventKind.algoChanged) keep(this.algos, event.algoId, event, event.reason === EndReason.none);
    else if (kind === EventKind.positionChanged) keep(this.positions, event.positionId, event, event.lots > 0);
    else if (kind === EventKind.fundLotChanged) keep(this.#lots, event.lotId, event, event.lots > 0);
    else if (kind === EventKind.accountChanged) this.#takeAccount(event);
    else if (kind === EventKind.marketPriced) this.#takePrice(event);
    else if (kind === EventKind.fundChanged) this.#fund = event.after;
    else if (kind === EventKind.cashMoved) this.#takeFees(event);
    else if (kind === EventKind.transferApplied) this.#takeTransfer(event);
  }

  #takeAccount(event: EventOf<typeof EventKind.accountChanged>): void {
    if (!houseUsers.includes(event.user)) this.#accounts.set(event.user, event);
  }

  #takePrice({ market, markTicks }: EventOf<typeof EventKind.marketPriced>): void {
    if (markTicks > 0) this.markTicks.set(market, markTicks);
  }

  #takeFees({ user, after }: EventOf<typeof EventKind.cashMoved>): void {
    if (user === HouseUser.fees) this.#fees = after;
  }

  #takeTransfer({ out, amount, transferId }: EventOf<typeof EventKind.transferApplied>): void {
    this.#netTransfers += out ? -amount : amount;
    this.noteTransfer(transferId);
  }

  #takeOrder(event: EventOf<typeof EventKind.orderChanged>): void {
    const { orderId: id, user, clientId, isResting } = event;
    keep(this.resting, id, event, isResting);
    this.orders.set(id, { id, user, clientId, isOpen: isResting });
  }
}

function keep<Value>(map: Map<number, Value>, id: number, value: Value, isLive: boolean): void {
  if (isLive) map.set(id, value);
  else map.delete(id);
}

/** The report of a state, in the form of `stateFacts`. */
export function perpetualFacts(state: PerpetualShard): object {
  return sorted(report(state) as Fact);
}

/** Objects by id; accounts without anything are left out, since an account without events has none either. */
function sorted({ accounts, positions, openOrders, algos, fund, fees, netTransfers }: Fact): object {
  const { cash, lots } = fund as Fact;
  const hasSomething = (account: Fact) =>
    [account.cash, account.crossFreeze, account.isolatedFreeze].some((each) => each !== '0');
  return {
    accounts: byId(accounts, 'user').filter(hasSomething),
    positions: byId(positions, 'positionId'),
    openOrders: byId(openOrders, 'orderId'),
    algos: byId(algos, 'algoId'),
    fund: { cash, lots: byId(lots, 'lotId') },
    fees,
    netTransfers,
  };
}

function byId(objects: unknown, name: string): Fact[] {
  return [...(objects as Fact[])].sort((a, b) => Number(a[name]) - Number(b[name]));
}
