/** What a person typed as a part of a pattern of LIKE: its signs stand for themselves. */
export function likePattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
