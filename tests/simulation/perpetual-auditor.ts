/** Knows a perpetual shard only by its events, and checks that each entry makes sense behind those before it. */
import { readEventHeader } from '@pelican/shared/engine';
import { type EngineEvent, EventKind, forEachEvent, PositionSide } from '@pelican/shared/engine/perpetual';
import type { EventAuditor } from './shard-kit.ts';

export class PerpetualAuditor implements EventAuditor {
  #nextSeq = 1;
  /** By user, of the house as well. */
  readonly #cash = new Map<number, bigint>();
  /** Trades by market. */
  readonly #trades = new Map<number, number>();
  /** Margin less signed cost: of each open position, and of each lot of the fund. */
  readonly #worth = new Map<string, bigint>();
  #transferred = 0n;

  read(bytes: Uint8Array): EngineEvent[] {
    const header = readEventHeader(bytes);
    demand(header.firstSeq === this.#nextSeq, `sequence ${header.firstSeq} after ${this.#nextSeq - 1}`);
    this.#nextSeq += header.commandCount;
    const events: EngineEvent[] = [];
    forEachEvent(bytes, (event) => events.push(event));
    for (const event of events) this.#take(event);
    const done = events.filter((event) => event.kind === EventKind.commandDone);
    demand(done.length === header.commandCount, `${done.length} answers to ${header.commandCount} commands`);
    demand(
      done.every((event, index) => event.index === index),
      'answers in the order of the commands',
    );
    return events;
  }

  /** Cash, margins, fund and fees less what the open positions cost: what was transferred, to the last unit. */
  checkConservation(): void {
    const sum = [...this.#cash.values(), ...this.#worth.values()].reduce((total, each) => total + each, 0n);
    demand(sum === this.#transferred, `all money is ${sum}, transferred were ${this.#transferred}`);
  }

  #take(event: EngineEvent): void {
    const { kind } = event;
    if (kind === EventKind.cashMoved || kind === EventKind.fundChanged) this.#moveCash(event);
    else if (kind === EventKind.accountChanged) {
      const cash = this.#cash.get(event.user) ?? 0n;
      demand(cash === event.cash, `the account of ${event.user} has ${event.cash}, the movements give ${cash}`);
    } else if (kind === EventKind.traded) {
      const tradeId = (this.#trades.get(event.market) ?? 0) + 1;
      demand(event.tradeId === tradeId, `trade ${event.tradeId} of ${event.market} follows ${tradeId - 1}`);
      this.#trades.set(event.market, tradeId);
    } else if (kind === EventKind.positionChanged)
      this.#worth.set(`position ${event.positionId}`, event.margin - signedCost(event));
    else if (kind === EventKind.fundLotChanged) this.#worth.set(`lot ${event.lotId}`, -signedCost(event));
    else if (kind === EventKind.transferApplied) this.#transferred += event.out ? -event.amount : event.amount;
  }

  #moveCash({ user, delta, after }: { user: number; delta: bigint; after: bigint }): void {
    const sum = (this.#cash.get(user) ?? 0n) + delta;
    demand(sum === after, `the cash of ${user} is ${after}, the movements give ${sum}`);
    this.#cash.set(user, sum);
  }
}

function signedCost({ position, cost }: { position: PositionSide; cost: bigint }): bigint {
  return position === PositionSide.long ? cost : -cost;
}

function demand(holds: boolean, promise: string): void {
  if (!holds) throw new Error(`the events do not add up: ${promise}`);
}
