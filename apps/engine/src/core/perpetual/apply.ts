/**
 * The perpetual shard as a state machine: the same journal gives the same events, byte for byte. No clock but the
 * journal's, no randomness.
 */
import { Op, PriceSource, RejectCode } from '@pelican/shared/engine/perpetual';
import { applyEntry as applyEntryBy, type CommandRules } from '../kernel/apply-entry.ts';
import type { EventWriter } from '../kernel/event-writer.ts';
import type { QuarantinedCommands } from '../kernel/shard-core.ts';
import { runTriggers } from './algos/triggers.ts';
import type { Changes } from './changes.ts';
import { adjustMargin } from './commands/adjust-margin.ts';
import { amendAlgo } from './commands/amend-algo.ts';
import { amendOrder } from './commands/amend-order.ts';
import { cancelMany, cancelOneAlgo, cancelOneOrder } from './commands/cancel-commands.ts';
import { closePosition } from './commands/close-position.ts';
import { configure } from './commands/configure.ts';
import { placeAlgo } from './commands/place-algo.ts';
import { placeOrder } from './commands/place-order.ts';
import { type ReadableCommand, readCommand } from './commands/read-command.ts';
import { setLeverage } from './commands/set-leverage.ts';
import { applyTransfer } from './commands/transfer.ts';
import type { Refusal } from './orders/check-order.ts';
import { settleFundingOf } from './risk/funding-payments.ts';
import { checkAccounts } from './risk/rounds.ts';
import { markStale } from './risk/stale.ts';
import { applyTick, continueRound } from './risk/tick.ts';
import type { PerpetualShard } from './state.ts';

/** See `applyEntry` of the kernel. */
export function applyEntry(
  shard: PerpetualShard,
  bytes: Uint8Array,
  timeMs: number,
  out: EventWriter,
  quarantined?: QuarantinedCommands,
): void {
  applyEntryBy(perpetualRules, shard, bytes, timeMs, out, quarantined);
}

const perpetualRules: CommandRules<PerpetualShard> = {
  applyCommand({ changes, input, origin }, at, byteLength) {
    const command = readCommand(input, at, byteLength, origin);
    if (command) applyCommand(changes, command);
    else changes.reject(RejectCode.outOfRange);
  },
  writeChanges: ({ changes }) => changes.finishCommand(),
};

function applyCommand(changes: Changes, command: ReadableCommand): void {
  if (command.kind === Op.tick) {
    applyTick(changes, command);
    return;
  }
  if (command.kind === Op.continueRound) {
    continueRound(changes);
    return;
  }
  markStale(changes);
  settleOwnFunding(changes, command.user);
  const refusal = applyToState(changes, command);
  if (refusal) changes.reject(refusal.code, refusal.required, refusal.available);
  settle(changes);
}

type UserCommand = Exclude<ReadableCommand, { kind: typeof Op.tick | typeof Op.continueRound }>;

function applyToState(changes: Changes, command: UserCommand): Refusal | undefined {
  switch (command.kind) {
    case Op.placeOrder:
      return placeOrder(changes, command);
    case Op.placeAlgo:
      return placeAlgo(changes, command);
    case Op.amendOrder:
      return amendOrder(changes, command);
    case Op.amendAlgo:
      return amendAlgo(changes, command);
    case Op.cancelOrder:
      return cancelOneOrder(changes, command);
    case Op.cancelAlgo:
      return cancelOneAlgo(changes, command);
    case Op.cancelMany:
      return cancelMany(changes, command);
    case Op.closePosition:
      return closePosition(changes, command);
    case Op.setLeverage:
      return setLeverage(changes, command);
    case Op.adjustMargin:
      return adjustMargin(changes, command);
    case Op.transferIn:
    case Op.transferOut:
      return applyTransfer(changes, command);
    case Op.configure:
      return configure(changes, command);
  }
}

function settleOwnFunding(changes: Changes, user: number): void {
  const account = changes.shard.openFundings > 0 ? changes.shard.accounts.get(user) : undefined;
  if (account) settleFundingOf(changes, account);
}

/** After a user's command: what its trades fire, then who they endanger. */
function settle(changes: Changes): void {
  runTradeTriggers(changes);
  if (changes.hasAtRisk) checkAccounts(changes);
}

function runTradeTriggers(changes: Changes): void {
  for (const market of changes.marketsTraded) runTriggers(changes, market, PriceSource.last);
}
