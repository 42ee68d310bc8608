/** A change of figures, as every call of the console takes one: those that differ, all as the operator has read them, and why. */
export interface FiguresChange<Figures> {
  change: Partial<Figures>;
  before: Figures;
  reason: string;
}

/** Those that differ, in the order of those that were read. */
export function changedNames<Figures extends object>(read: Figures, wanted: Figures): (keyof Figures & string)[] {
  const names = Object.keys(read) as (keyof Figures & string)[];
  return names.filter((name) => wanted[name] !== read[name]);
}

/** @param wanted as the operator has typed them */
export function changeBody<Figures extends object>(
  read: Figures,
  wanted: Figures,
  reason: string,
): FiguresChange<Figures> {
  const change = Object.fromEntries(changedNames(read, wanted).map((name) => [name, wanted[name]])) as Partial<Figures>;
  return { change, before: read, reason };
}

/** The same change, of figures that are texts in the form and something else in the call. */
export function sentBody<Texts, Sent>(
  { change, before, reason }: FiguresChange<Texts>,
  sentOf: (texts: Partial<Texts>) => Sent,
): { change: Sent; before: Sent; reason: string } {
  return { change: sentOf(change), before: sentOf(before), reason };
}
