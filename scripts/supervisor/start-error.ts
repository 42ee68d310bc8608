/** A wrong setting or a missing thing that a person can put right; printed without a stack. */
export class StartError extends Error {}
