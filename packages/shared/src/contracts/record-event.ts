/** What a push of an own order or position reports. */
export const recordEvent = { put: 1, update: 2, finish: 3 } as const;
export type RecordEvent = (typeof recordEvent)[keyof typeof recordEvent];
