/** Tables of zeros that lie side by side in one allocation. A table that grows is replaced by one of its own. */
export function emptyTables(count: number, wordsEach: number): Int32Array[] {
  const words = new Int32Array(count * wordsEach);
  return Array.from({ length: count }, (_, at) => words.subarray(at * wordsEach, (at + 1) * wordsEach));
}
