/**
 * Why the kernel refused a command: the same codes in every shard, whose own codes stay below them. The numbers are in
 * the event stream: never renumber.
 */
export const KernelRejectCode = {
  /** An op of the kernel that this build does not know. */
  unknownCommand: 240,
} as const;
