/** Tables as PDF: A4 across, the header again on each page, pages numbered, figures at the right edge of their column. */
import { setImmediate as otherWork } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import { fontParts, runsOf, unjoined, type Weight } from './fonts.ts';
import { type Cell, type Column, headerOf, type TableDocument, timesIn } from './table.ts';

const margin = 36;
const sizes = { title: 15, text: 8.5, cell: 7.5 };
const lineHeight = 10.5;
const cellGap = 8;
const rowGap = 4;
/** Kept free below the rows: the number of the page. */
const footer = 18;
const colours = { text: '#16181d', muted: '#5b6270', line: '#d5d9e0' };
const linesOfCellMax = 6;
/** Some milliseconds of work. */
const rowsOfTurn = 10;

/** A table as the bytes of a PDF. A page leaves memory once it is full. @throws what the rows throw */
export function pdfOf(table: TableDocument): AsyncGenerator<Buffer> {
  return pdfOfAll(table.title, [table]);
}

/** Tables in one PDF, each from a page of its own on. @param title of the document @throws what the rows throw */
export async function* pdfOfAll(title: string, tables: readonly TableDocument[]): AsyncGenerator<Buffer> {
  const pages = new Pages(title);
  let rows = 0;
  for (const table of tables) {
    pages.begin(table);
    for await (const row of table.rows) {
      pages.add(row);
      rows += 1;
      // Rows that are there already leave no turn to what else the process does, such as the leases of its jobs.
      if (rows % rowsOfTurn === 0) await otherWork();
      yield* pages.written();
    }
  }
  yield* pages.end();
}

interface PlacedColumn extends Column {
  x: number;
  room: number;
}

class Pages {
  readonly #pdf: InstanceType<typeof PDFDocument>;
  #table!: TableDocument;
  #columns: readonly PlacedColumn[] = [];
  #timeOf: (seconds: number) => string = String;
  #y = 0;
  #page = 0;

  constructor(title: string) {
    this.#pdf = new PDFDocument({
      size: 'A4',
      layout: 'landscape',
      margin,
      autoFirstPage: false,
      info: { Title: title, Creator: 'Pelican' },
    });
    for (const weight of ['plain', 'strong'] as const)
      for (const { name, content } of fontParts(weight)) this.#pdf.registerFont(name, content);
  }

  /** Rows that follow are of this table. */
  begin(table: TableDocument): void {
    this.#table = table;
    this.#timeOf = timesIn(table.zone);
    this.#pdf.addPage();
    this.#columns = this.#place(table.columns);
    this.#begin();
    this.#front();
    this.#header();
  }

  add(row: readonly Cell[]): void {
    const cells = this.#columns.map((column, at) => this.#lines(this.#textOf(column, row, at), column.room));
    const height = Math.max(1, ...cells.map((lines) => lines.length)) * lineHeight + rowGap;
    if (this.#y + height > this.#bottom) {
      this.#pdf.addPage();
      this.#begin();
      this.#header();
    }
    this.#draw(cells, 'plain');
    this.#y += height;
    this.#rule();
  }

  /** What of the document is ready to leave memory. */
  *written(): Generator<Buffer> {
    for (;;) {
      const chunk = this.#pdf.read() as Buffer | null;
      if (chunk === null) return;
      yield chunk;
    }
  }

  async *end(): AsyncGenerator<Buffer> {
    this.#pdf.end();
    for await (const chunk of this.#pdf) yield chunk as Buffer;
  }

  get #bottom(): number {
    return this.#pdf.page.height - margin - footer;
  }

  #place(columns: readonly Column[]): PlacedColumn[] {
    const widthOf = ({ width = 1 }: Column) => width;
    const all = columns.reduce((sum, column) => sum + widthOf(column), 0);
    const unit = (this.#pdf.page.width - 2 * margin + cellGap) / all;
    let x = margin;
    return columns.map((column) => {
      const placed = { ...column, x, room: widthOf(column) * unit - cellGap };
      x += widthOf(column) * unit;
      return placed;
    });
  }

  /** The number of the page, and what every page says. */
  #begin(): void {
    this.#page += 1;
    const at = this.#pdf.page.height - margin - sizes.cell;
    const { title, account } = this.#table;
    this.#write(`Pelican · ${title} · ${account}`, { x: margin, y: at, size: sizes.cell, colour: colours.muted });
    const number = `Page ${this.#page}`;
    const x = this.#pdf.page.width - margin - this.#widthOf(number, sizes.cell, 'plain');
    this.#write(number, { x, y: at, size: sizes.cell, colour: colours.muted });
    this.#y = margin;
  }

  #front(): void {
    const { title, account, period, notes = [] } = this.#table;
    this.#write(title, { x: margin, y: this.#y, size: sizes.title, weight: 'strong' });
    this.#y += sizes.title + 9;
    const width = this.#pdf.page.width - 2 * margin;
    for (const text of [account, period, ...notes].filter((line) => line !== ''))
      for (const line of this.#lines(text, width, sizes.text)) {
        this.#write(line, { x: margin, y: this.#y, size: sizes.text, colour: colours.muted });
        this.#y += lineHeight + 2;
      }
    this.#y += 8;
  }

  #header(): void {
    const names = this.#columns.map((column) =>
      this.#lines(headerOf(column, this.#table.zone), column.room, sizes.cell, 'strong'),
    );
    this.#draw(names, 'strong');
    this.#y += Math.max(...names.map((lines) => lines.length)) * lineHeight + rowGap;
    this.#rule();
  }

  #rule(): void {
    const y = this.#y - rowGap / 2 - 1;
    const end = this.#pdf.page.width - margin;
    this.#pdf.moveTo(margin, y).lineTo(end, y).lineWidth(0.5).strokeColor(colours.line).stroke();
    this.#y += 1;
  }

  #draw(cells: readonly (readonly string[])[], weight: Weight): void {
    this.#columns.forEach(({ kind, x, room }, at) => {
      (cells[at] ?? []).forEach((text, line) => {
        const indent = kind === 'figure' ? room - this.#widthOf(text, sizes.cell, weight) : 0;
        this.#write(text, { x: x + indent, y: this.#y + line * lineHeight, size: sizes.cell, weight });
      });
    });
  }

  #textOf(column: Column, row: readonly Cell[], at: number): string {
    const cell = row[at] ?? null;
    if (cell === null) return '';
    if (column.kind === 'time') return this.#timeOf(Number(cell));
    if (column.kind === 'text' || column.currency === undefined) return String(cell);
    const format = row[column.currency] === 'INR' ? indian : international;
    return format.format(String(cell) as Intl.StringNumericLiteral);
  }

  #write(
    text: string,
    {
      x,
      y,
      size,
      weight = 'plain',
      colour = colours.text,
    }: { x: number; y: number; size: number; weight?: Weight; colour?: string },
  ): void {
    let at = x;
    this.#pdf.fontSize(size).fillColor(colour);
    for (const run of runsOf(text, weight)) {
      this.#pdf
        .font(run.font)
        .text(run.text, at, y, { lineBreak: false, ...(run.joins ? {} : { features: unjoinedFeatures }) });
      at += run.width * size;
    }
  }

  #widthOf(text: string, size: number, weight: Weight): number {
    return runsOf(text, weight).reduce((sum, { width }) => sum + width * size, 0);
  }

  /** Divides a text into lines, between words where it can, and ends it with dots where it is longer than a cell may be. */
  #lines(text: string, room: number, size = sizes.cell, weight: Weight = 'plain'): string[] {
    const plain = text.replace(/\s+/g, ' ').trim();
    if (this.#widthOf(plain, size, weight) <= room) return [plain];
    const lines: string[] = [''];
    for (const piece of plain.split(/(?<= )/).flatMap((word) => this.#pieces(word, room, size, weight))) {
      const longer = `${lines.at(-1)}${piece}`;
      if (this.#widthOf(longer.trimEnd(), size, weight) <= room) lines[lines.length - 1] = longer;
      else lines.push(piece);
    }
    const shown = lines.map((line) => line.trimEnd()).filter((line) => line !== '');
    if (shown.length <= linesOfCellMax) return shown;
    return [...shown.slice(0, linesOfCellMax - 1), `${(shown[linesOfCellMax - 1] as string).slice(0, -1)}…`];
  }

  /** A word that is wider than its cell, as an address of a network is, in pieces that fit. */
  #pieces(word: string, room: number, size: number, weight: Weight): string[] {
    if (this.#widthOf(word, size, weight) <= room) return [word];
    const pieces = [''];
    for (const sign of word) {
      const longer = `${pieces.at(-1)}${sign}`;
      if (this.#widthOf(longer, size, weight) <= room) pieces[pieces.length - 1] = longer;
      else pieces.push(sign);
    }
    return pieces;
  }
}

// pdfkit hands it on to fontkit, which takes a record too.
const unjoinedFeatures = unjoined as unknown as PDFKit.Mixins.OpenTypeFeatures[];
const digits = { maximumFractionDigits: 18 } as const;
const indian = new Intl.NumberFormat('en-IN', digits);
const international = new Intl.NumberFormat('en-US', digits);
