/** A perpetual shard under a stream of commands: its journal is kept, and its promises are checked after each of them. */
import { ByteWriter, finishEntry, startEntry } from '@pelican/shared/engine';
import {
  type Command,
  type EngineEvent,
  EventKind,
  forEachEvent,
  HouseUser,
  MarginMode,
  Op,
  writeCommand,
} from '@pelican/shared/engine/perpetual';
import { EventWriter } from '../../core/kernel/event-writer.ts';
import { checkInvariants } from '../../core/perpetual/invariants.ts';
import { perpetualCore } from '../../core/perpetual/perpetual-core.ts';
import { isCrossLiquidatable, trustedLegsOf, weighCross } from '../../core/perpetual/risk/exposure.ts';
import { isAtLiquidation } from '../../core/perpetual/risk/liquidate-isolated.ts';
import { isMarkTrusted } from '../../core/perpetual/risk/market-state.ts';
import type { PerpetualShard } from '../../core/perpetual/state.ts';
import { perpetualShardId } from '../shard-ids.ts';
import { checkTrades } from './check-trades.ts';

const core = perpetualCore(perpetualShardId);
const sender = 1;

export class PerpetualRun {
  readonly shard: PerpetualShard = core.create({ small: true });
  readonly journal: { bytes: Uint8Array; timeMs: number }[] = [];
  readonly answers: Uint8Array[] = [];
  /** Events of the newest command. */
  events: EngineEvent[] = [];
  readonly #writer = new ByteWriter(1 << 12);
  readonly #out = new EventWriter(1 << 12);

  /** Applies a command in an entry of its own; one that is quarantined is passed over. */
  apply(command: Command, timeMs: number, isQuarantined = false): void {
    startEntry(this.#writer, perpetualShardId, sender, this.journal.length + 1);
    writeCommand(this.#writer, command);
    finishEntry(this.#writer, 1);
    const bytes = this.#writer.copy();
    const quarantined = { position: `${timeMs}-${this.journal.length}`, indexes: new Set([0]) };
    core.applyEntry(this.shard, bytes, timeMs, this.#out, isQuarantined ? quarantined : undefined);
    this.journal.push({ bytes, timeMs });
    this.answers.push(this.#out.copy());
    this.events = [];
    forEachEvent(this.#out.copy(), (event) => this.events.push(event));
  }

  /** As `apply`, with every promise checked. @throws Error naming the command and the promise that is broken */
  applyChecked(command: Command, timeMs: number): void {
    const cashBefore = this.#cash();
    const lotsBefore = new Map([...this.shard.positions.values()].map(({ id, lots }) => [id, lots]));
    try {
      this.apply(command, timeMs);
      checkInvariants(this.shard);
      this.#checkCash(cashBefore);
      checkTrades(lotsBefore, this.events);
      if (command.kind === Op.tick) checkNobodyIsOverdue(this.shard);
    } catch (cause) {
      const text = JSON.stringify(command, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
      throw new Error(`command ${this.journal.length}: ${text}`, { cause });
    }
  }

  #cash(): Map<number, bigint> {
    const cash = new Map([...this.shard.accounts.values()].map((account) => [account.user, BigInt(account.cash)]));
    return cash.set(HouseUser.fees, BigInt(this.shard.fees)).set(HouseUser.fund, BigInt(this.shard.fund.cash));
  }

  /** Every change of cash, of users and house, is reported with its reason and the balance after it. */
  #checkCash(before: Map<number, bigint>): void {
    const told = new Map(before);
    for (const event of this.events) {
      if (event.kind !== EventKind.cashMoved && event.kind !== EventKind.fundChanged) continue;
      const after = (told.get(event.user) ?? 0n) + event.delta;
      if (after !== event.after) throw new Error(`user ${event.user}: told ${event.after}, the sum is ${after}`);
      told.set(event.user, after);
    }
    for (const [user, cash] of this.#cash())
      if ((told.get(user) ?? 0n) !== cash) throw new Error(`user ${user} has ${cash}, was told ${told.get(user)}`);
  }
}

/** After a tick every position and account at its limit is being liquidated, unless none of its marks is trusted. */
export function checkNobodyIsOverdue(shard: PerpetualShard): void {
  for (const held of shard.positions.values()) {
    const isOverdue = held.mode === MarginMode.isolated && !held.isLiquidating && isAtLiquidation(held);
    if (isOverdue && isMarkTrusted(held.market)) throw new Error(`position ${held.id} is overdue`);
  }
  for (const account of shard.accounts.values()) {
    if (account.isLiquidating || trustedLegsOf(account).length === 0) continue;
    const { equity, requirement8 } = weighCross(account);
    if (isCrossLiquidatable(account))
      throw new Error(`the cross account of ${account.user} is overdue: ${equity}, ${requirement8}`);
  }
}
