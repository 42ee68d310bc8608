/** The projection and the event stream do not fit together: start again from Postgres. */
export class LiveViewGap extends Error {}
