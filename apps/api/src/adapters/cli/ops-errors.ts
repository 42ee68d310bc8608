/** Why a command of the command line did not do its work. */

/** The command cannot be done; the message is for the operator. Exit code 1. */
export class OpsError extends Error {}

/** The command was not understood. Exit code 2. */
export class UsageError extends Error {}
