/** The words of a name as they are compared: without accents and capitals. */
export function wordsOf(name: string): string[] {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(' ')
    .filter((word) => word !== '');
}
