/** Tables as files for people: CSV for spreadsheets, PDF for paper. Both stream: a table of any length costs the memory of a page. */
export { csvOf } from './csv.ts';
export { pdfOf, pdfOfAll } from './pdf.ts';
export type { Cell, Column, TableDocument } from './table.ts';
