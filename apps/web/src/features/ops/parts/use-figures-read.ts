import { useState } from 'react';
import type { Meanwhile } from './changed-meanwhile.tsx';

type Row = readonly [label: string, text: string];

interface FiguresRead<Figures> {
  /** As the operator has read them: the change is made by these. */
  read: Figures;
  /**
   * What the dialog says where they are not the present ones any more.
   * @param rowsOf what it shows of them, the same labels for any figures
   * @param follow brings the present ones into its fields when the operator goes on with them
   */
  meanwhileOf: (
    rowsOf: (figures: Figures) => readonly Row[],
    follow: (read: Figures, present: Figures) => void,
  ) => Meanwhile | undefined;
}

/**
 * Keeps the figures that a dialog was opened with. What others change meanwhile does not come into them by itself, so that a change is sent with what
 * its operator has read; the server refuses it until the operator has taken the present ones.
 * @param present as the console has read them last
 */
export function useFiguresRead<Figures>(present: Figures): FiguresRead<Figures> {
  const [read, setRead] = useState(present);
  return {
    read,
    meanwhileOf(rowsOf, follow) {
      if (JSON.stringify(read) === JSON.stringify(present)) return undefined;
      const now = rowsOf(present);
      return {
        figures: rowsOf(read).map(([label, text], at) => ({ label, read: text, present: now[at]?.[1] ?? '' })),
        take() {
          follow(read, present);
          setRead(present);
        },
      };
    },
  };
}

/** What was typed or chosen into a field, with another figure under it: what the operator has not touched follows. */
export function carryValue<Value>(given: Value, read: Value, present: Value): Value {
  return given === read ? present : given;
}

/** What was chosen of a list, with another choice under it: what the operator has added or left out stays so. */
export function carryChoice<Item>(chosen: readonly Item[], read: readonly Item[], present: readonly Item[]): Item[] {
  const kept = present.filter((item) => chosen.includes(item) || !read.includes(item));
  return [...kept, ...chosen.filter((item) => !read.includes(item) && !present.includes(item))];
}
