/** Commands that every shard has, by the ops from `kernelOpMin` up. */
import {
  type CommandPlace,
  KernelOp,
  KernelRejectCode,
  placeText,
  quarantineLength,
  readQuarantine,
  readSetRules,
  setRulesLength,
} from '@pelican/shared/engine';
import type { ShardState } from './shard-state.ts';

/** A quarantine of a command that this state has applied: the state must be made again without it. */
export class LateQuarantine extends Error {
  readonly place: CommandPlace;

  constructor(place: CommandPlace) {
    super(`the command ${placeText(place)} is quarantined, but this state has applied it`);
    this.place = place;
  }
}

/**
 * Applies the command of the kernel at byte `at` of `state.input`.
 * @throws LateQuarantine
 */
export function applyKernelCommand(state: ShardState, at: number, byteLength: number): void {
  const { input, reply } = state;
  const op = input.opAt(at);
  if (op === KernelOp.setRules && byteLength === setRulesLength) {
    const version = readSetRules(input.view, at);
    reply.repeated = version <= state.rulesVersion;
    state.rulesVersion = Math.max(version, state.rulesVersion);
  } else if (op === KernelOp.quarantine && byteLength === quarantineLength) {
    const place = readQuarantine(input.view, at);
    if (!state.quarantined.has(placeText(place))) throw new LateQuarantine(place);
  } else {
    reply.code = KernelRejectCode.unknownCommand;
  }
}

/** Answers a quarantined command, which has no effect. */
export function passOver(state: ShardState, place: CommandPlace): void {
  state.quarantined.add(placeText(place));
  state.reply.code = KernelRejectCode.quarantined;
}
