import { type FocusEvent, useLayoutEffect, useRef } from 'react';

type Key = string | number;

/**
 * When the row that has the focus disappears, the focus goes to the row in its place, or to the table's frame. Not to
 * that row's button: the key that is pressed a second time must not act on another row.
 * @param keysOf the keys of the rows that are drawn, in their order; undefined when rows come and go by scrolling
 */
export function useFocusOfRemovedRow(keysOf: (() => readonly Key[]) | undefined) {
  const frame = useRef<HTMLDivElement>(null);
  const focused = useRef<{ key: Key; index: number } | undefined>(undefined);

  useLayoutEffect(() => {
    const was = focused.current;
    if (was === undefined || keysOf === undefined) return;
    const keys = keysOf();
    const index = keys.indexOf(was.key);
    if (index >= 0) {
      was.index = index;
      return;
    }
    focused.current = undefined;
    if (document.activeElement !== document.body) return;
    const rows = frame.current?.querySelectorAll<HTMLElement>('tbody tr');
    const target = rows?.[Math.min(was.index, rows.length - 1)] ?? frame.current;
    target?.setAttribute('tabindex', '-1');
    target?.focus({ preventScroll: true });
  });

  return {
    ref: frame,
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const row = target.closest<HTMLTableRowElement>('tbody tr');
      const key = row === null ? undefined : keysOf?.()[row.sectionRowIndex];
      focused.current = row === null || key === undefined ? undefined : { key, index: row.sectionRowIndex };
    },
    onBlur: () => {
      focused.current = undefined;
    },
  };
}
