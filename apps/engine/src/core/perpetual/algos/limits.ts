/** Algos that one command fires, sends again, and pauses or resumes: docs/decisions/0033. */
export const firesMax = 64;
export const resendsMax = 64;
export const pausesMax = 500;
