/**
 * Money on its way from one shard to the other: out of the one, and once that is answered into the other, with one key, as
 * often as it takes.
 */
import type { Random } from '@pelican/engine/src/testing/random.ts';
import type { Transfer } from './shard-kit.ts';
import { type Call, type Engine, type Traders, traderIds } from './traders.ts';

interface Move {
  from: Traders;
  to: Traders;
  transfer: Transfer;
  out: Promise<Call>;
  left: Call | undefined;
  arrived: Call | undefined;
}

/** Of keys that no other transfer has. */
const firstKey = 1_000_000;

export class TransfersBetween {
  readonly moves: Move[] = [];
  readonly #random: Random;
  readonly #traders: readonly Traders[];

  constructor(random: Random, traders: readonly Traders[]) {
    this.#random = random;
    this.#traders = traders;
  }

  /** A user moves money, if there are two shards. */
  begin(engineOf: (traders: Traders) => Engine): void {
    const [one, other] = this.#traders;
    if (!one || !other) return;
    const [from, to] = this.#random.chance(0.5) ? [one, other] : [other, one];
    const transferId = firstKey + this.moves.length;
    const transfer = { user: this.#random.pick(traderIds), transferId, amount: this.#random.integer(1, 2_000) };
    const out = from.submit(engineOf(from), from.kit.transferCommand(transfer, true));
    const move: Move = { from, to, transfer, out, left: undefined, arrived: undefined };
    this.moves.push(move);
    void out.then((call) => {
      move.left = call;
    });
  }

  /** Brings in what has left. */
  goOn(engineOf: (traders: Traders) => Engine): void {
    for (const move of this.moves) {
      if (!hasLeft(move)) continue;
      if (!move.arrived) {
        const { to, transfer } = move;
        void to.submit(engineOf(to), to.kit.transferCommand(transfer, false));
        move.arrived = to.calls.at(-1);
      } else if (move.arrived.outcome.kind === 'refused') move.arrived.outcome = { kind: 'unknown' };
    }
  }

  /** All that has left has arrived. */
  get isDone(): boolean {
    return this.moves.every((move) => !hasLeft(move) || isAccepted(move.arrived));
  }
}

function hasLeft({ left }: Move): boolean {
  return isAccepted(left);
}

function isAccepted(call: Call | undefined): boolean {
  return call?.outcome.kind === 'done' && call.outcome.done.code === 0;
}
