/** Kinds of the server's notices that a screen announces by itself, sooner: these get no toast of their own. */
const announced = new Map<string, number>();

/** Returns how to stop. */
export function announceOnPage(kinds: readonly string[]): () => void {
  for (const kind of kinds) announced.set(kind, (announced.get(kind) ?? 0) + 1);
  return () => {
    for (const kind of kinds) announced.set(kind, (announced.get(kind) ?? 1) - 1);
  };
}

export function isAnnouncedOnPage(kind: string): boolean {
  return (announced.get(kind) ?? 0) > 0;
}
