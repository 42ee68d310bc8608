/** One read of what everybody gets alike. */

/**
 * @param ms for how long all calls get the same answer; one that fails is asked again by the next call
 * @returns the read, or the one that runs or has just been done
 */
export function sharedRead<Result>(
  ms: number,
  read: () => Promise<Result>,
  now: () => number = Date.now,
): () => Promise<Result> {
  let newest: { answer: Promise<Result>; until: number } | undefined;
  return () => {
    if (newest && now() < newest.until) return newest.answer;
    const mine = { answer: read(), until: now() + ms };
    newest = mine;
    mine.answer.catch(() => {
      if (newest === mine) newest = undefined;
    });
    return mine.answer;
  };
}
