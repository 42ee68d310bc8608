/** Times in fields of `datetime-local`. */

/** Unix seconds as such a field has them; '' for none. */
export function localTimeOf(seconds: number | null): string {
  if (seconds === null) return '';
  const date = new Date(seconds * 1000);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Unix seconds of what is in such a field; null for none. */
export function secondsOf(local: string): number | null {
  const time = new Date(local).getTime();
  return Number.isNaN(time) ? null : Math.floor(time / 1000);
}
