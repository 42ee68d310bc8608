/** A table that becomes a file. */

export interface Column {
  /** In the header. */
  name: string;
  /**
   * `figure`: a plain decimal of whole units, at the right edge of its column; `time`: unix seconds, shown in the zone of the table.
   * Whatever is in a `text` cannot become a formula of a spreadsheet.
   */
  kind: 'text' | 'figure' | 'time';
  /** Share of the width of a page; 1 without it. */
  width?: number;
  /** Of a figure: the place of the column with its currency, so that rupees are grouped as in India. A CSV has no grouping. */
  currency?: number;
}

/** Null is an empty cell. */
export type Cell = string | number | null;

export interface TableDocument {
  title: string;
  /** Whose it is. */
  account: string;
  /** Of what time, in words; empty when it is of all time. */
  period: string;
  /** IANA name of the zone of its times. */
  zone: string;
  /** Lines below the title: what the reader has to know of the figures. */
  notes?: readonly string[];
  columns: readonly Column[];
  /** A CSV without the mark by which spreadsheets know UTF-8, which other programs take for a part of the first column's name. */
  isForPrograms?: boolean;
  /** A cell for each column. */
  rows: AsyncIterable<readonly Cell[]>;
}

/** @returns the header of a column, with the zone of times */
export function headerOf({ name, kind }: Column, zone: string): string {
  return kind === 'time' ? `${name} (${zone})` : name;
}

/** @returns a formatter of unix seconds: '2026-11-24 08:00:15' */
export function timesIn(zone: string): (seconds: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  return (seconds) => format.format(seconds * 1_000);
}
