/** Enough for the answers that may be under way. */
const rememberedMax = 50;
const ended = new Set<number>();

/** Remembers that the feed has reported the end of an order. */
export function rememberEnded(id: number): void {
  ended.add(id);
  const [oldest] = ended;
  if (ended.size > rememberedMax && oldest !== undefined) ended.delete(oldest);
}

/** Whether the end of an order was reported already: the answer to its placing may arrive after that. */
export function hasEnded(id: number): boolean {
  return ended.has(id);
}
