/** Checks that fields of networks and of methods share. */
export function isWhole(value: number | null, least: number, most: number): boolean {
  return value !== null && Number.isSafeInteger(value) && value >= least && value <= most;
}

export function isPlainLine(text: string, charactersMax: number): boolean {
  return text.trim() === text && text !== '' && text.length <= charactersMax && !/[\p{Cc}\p{Cf}]/u.test(text);
}
