/** "03:59:07" of a number of seconds; nothing left is zero. */
export function countdown(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds));
  return [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}
