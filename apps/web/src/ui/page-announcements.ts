/** Kinds of the server's notices that a screen announces itself, sooner: these get no toast. */
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
