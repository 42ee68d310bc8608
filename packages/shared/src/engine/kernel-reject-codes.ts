/**
 * Why the kernel refused a command: the same codes in every shard, whose own codes stay below them. The numbers are in
 * the event stream: never renumber.
 */
export const KernelRejectCode = {
  /** An op of the kernel that this build does not know. */
  unknownCommand: 240,
  /** The transfer's id was used before in this direction with another user, asset or amount. */
  transferMismatch: 241,
  /** The operator has taken the command out of effect, because engines could not apply it. */
  quarantined: 242,
} as const;
