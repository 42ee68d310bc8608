/** The public error of each reject code that every shard has. */
import { KernelRejectCode } from '../engine/kernel-reject-codes.ts';

export const kernelRejectErrors = {
  [KernelRejectCode.unknownCommand]: 'invalid_argument',
  [KernelRejectCode.transferMismatch]: 'transfer_mismatch',
  [KernelRejectCode.quarantined]: 'command_quarantined',
} as const;
