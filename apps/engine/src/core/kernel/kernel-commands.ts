/** Commands that every shard has, by the ops from `kernelOpMin` up. */
import { KernelRejectCode } from '@pelican/shared/engine/kernel-reject-codes.ts';
import type { ShardState } from './shard-state.ts';

/** Applies a command of the kernel; this build knows none. */
export function applyKernelCommand(state: ShardState): void {
  state.reply.code = KernelRejectCode.unknownCommand;
}
