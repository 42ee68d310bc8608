/** A page is shown in the English of its code rather than later than that. */
const patienceMs = 1_500;

/** Waits for texts that are being loaded, not for long. */
export async function withPatience(loading: Iterable<Promise<void>>): Promise<void> {
  const enough = new Promise((resolve) => setTimeout(resolve, patienceMs));
  await Promise.race([Promise.all(loading), enough]);
}
