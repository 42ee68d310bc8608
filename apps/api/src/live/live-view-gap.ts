/** An event does not follow the projection's state: start again from Postgres. */
export class LiveViewGap extends Error {}
