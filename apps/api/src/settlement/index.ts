/** The public face of settlement for the API: how far it has come. The process itself is main.ts. */

export type { Place } from './batch.ts';
export type { SettledWaiter } from './cursor.ts';
export { createSettledWaiter, readCursor } from './cursor.ts';
export { type OwnWritesSource, waitForOwn } from './wait-for-own.ts';
