/**
 * A table with a sticky head, sortable columns and its own loading, empty and error states. Below 768 px each row becomes
 * a card with the same facts in the same order; the roles keep it a table for screen readers when CSS takes the display.
 */
import type { ComponentProps, CSSProperties, ReactNode, RefObject } from 'react';
import styles from './data-table.module.css';
import { IconArrowDown, IconArrowUp } from './icons.ts';
import { Skeleton } from './skeleton.tsx';
import { useFocusOfRemovedRow } from './use-focus-of-removed-row.ts';
import { useIsWiderThanShown } from './use-is-wider-than-shown.ts';

export interface SortState {
  column: string;
  descending: boolean;
}

export interface Column<Row> {
  key: string;
  header: string;
  /** Right-aligned, tabular figures. */
  numeric?: boolean;
  sortable?: boolean;
  /** The head is for screen readers only (icon columns). */
  quietHeader?: boolean;
  /**
   * Position of the cell in the card that shows a row on a phone: headline, half a line, corner, action on the last line, or
   * hidden. Default: a line of its own. Figures are shown with their label; names, corners and actions without one.
   */
  card?: 'headline' | 'half' | 'corner' | 'action' | 'none';
  /** Only from 1024 px up. */
  wideOnly?: boolean;
  width?: number | string;
  render: (row: Row) => ReactNode;
}

interface DataTableProps<Row> {
  /** Names the table for screen readers. */
  caption: string;
  columns: Column<Row>[];
  /** Undefined while loading. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  sort?: SortState;
  onSort?: (next: SortState) => void;
  /** Shown when there are no rows. */
  empty: ReactNode;
  /** Shown instead of the rows when set. */
  error?: ReactNode;
  skeletonRows?: number;
  /** Height of a row in px where it is not the density's own. */
  rowHeight?: number;
  /** Terminal density: 28 px rows, and no cards on phones. */
  dense?: boolean;
  /** Narrower columns for tables of many facts. */
  compact?: boolean;
  /** The head stays in view while the page scrolls; for tables that fit their page from 1280 px up. */
  stickyHead?: boolean;
  /** The table is inside an element that scrolls both ways: the head sticks to the top edge of that element. */
  inScroller?: boolean;
  /** On a phone its card is the headline alone: there is nothing to say of it. */
  isBrief?: (row: Row) => boolean;
  /** For a long list of which only a part is drawn. */
  space?: DataTableSpace;
}

export interface DataTableSpace {
  /** What the rows that are not drawn would take, in px. */
  before: number;
  after: number;
  /** With those that are not drawn. */
  rowCount: number;
}

/** Said outright, because a `display` of grid or flex takes a table's meaning away. */
const roles = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;

function nextSort(sort: SortState | undefined, column: string): SortState {
  return { column, descending: sort?.column === column ? !sort.descending : true };
}

function Head<Row>({ column, sort, onSort }: { column: Column<Row> } & Pick<DataTableProps<Row>, 'sort' | 'onSort'>) {
  const isSorted = sort?.column === column.key;
  const Arrow = sort?.descending ? IconArrowDown : IconArrowUp;
  const label = column.quietHeader ? <span className="visually-hidden">{column.header}</span> : column.header;
  return (
    <th
      {...roles.columnheader}
      scope="col"
      className={column.numeric ? 'num' : undefined}
      style={{ width: column.width }}
      data-wide={column.wideOnly || undefined}
      aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : undefined}
    >
      {column.sortable && onSort ? (
        <button type="button" className={styles.sort} onClick={() => onSort(nextSort(sort, column.key))}>
          {label}
          <span className={styles.arrow}>{isSorted && <Arrow size={12} aria-hidden />}</span>
        </button>
      ) : (
        label
      )}
    </th>
  );
}

function SkeletonRows<Row>({ columns, count }: { columns: Column<Row>[]; count: number }) {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows are alike and never reordered
    <tr key={row} {...roles.row} aria-hidden>
      {columns.map((column) => (
        <td
          key={column.key}
          {...roles.cell}
          className={column.numeric ? 'num' : undefined}
          data-wide={column.wideOnly || undefined}
          data-card={column.card}
        >
          <Skeleton width={column.numeric ? 72 : 104} />
        </td>
      ))}
    </tr>
  ));
}

function Rows<Row>({
  columns,
  rows,
  rowKey,
  isBrief,
}: Pick<DataTableProps<Row>, 'columns' | 'rowKey' | 'isBrief'> & { rows: readonly Row[] }) {
  return rows.map((row) => (
    <tr key={rowKey(row)} {...roles.row} data-brief={isBrief?.(row) || undefined}>
      {columns.map((column) => (
        <td
          key={column.key}
          {...roles.cell}
          className={column.numeric ? 'num' : undefined}
          data-label={column.header}
          data-wide={column.wideOnly || undefined}
          data-card={column.card}
        >
          {column.render(row)}
        </td>
      ))}
    </tr>
  ));
}

/** Stands for the rows above or below that are not drawn. */
function Space({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden className={styles.space}>
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}

type FrameProps = ComponentProps<'div'> & { ref: RefObject<HTMLDivElement | null>; caption: string };

/** Scrolls sideways what is too wide for its place, also by keys. */
function Frame({ caption, children, ...props }: FrameProps) {
  const scrolls = useIsWiderThanShown(props.ref);
  return (
    <div
      {...props}
      className={styles.scroll}
      {...(scrolls ? { role: 'region', 'aria-label': caption, tabIndex: 0 } : {})}
    >
      {children}
    </div>
  );
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    caption,
    columns,
    rows,
    rowKey,
    sort,
    onSort,
    empty,
    error,
    skeletonRows = 8,
    rowHeight,
    dense = false,
    compact = false,
    stickyHead = false,
    inScroller = false,
    isBrief,
    space,
  } = props;
  const focus = useFocusOfRemovedRow(space ? undefined : () => (rows ?? []).map(rowKey));
  if (error) return error;
  if (rows?.length === 0) return <div {...focus}>{empty}</div>;
  return (
    <Frame
      {...focus}
      caption={caption}
      data-sticky={stickyHead || undefined}
      data-in-scroller={inScroller || undefined}
    >
      <table
        {...roles.table}
        className={styles.table}
        style={rowHeight ? ({ '--row-height': `${rowHeight}px` } as CSSProperties) : undefined}
        data-dense={dense || undefined}
        data-compact={compact || undefined}
        aria-busy={!rows}
        aria-rowcount={space ? space.rowCount + 1 : undefined}
      >
        <caption className="visually-hidden">{caption}</caption>
        <thead {...roles.rowgroup}>
          <tr {...roles.row}>
            {columns.map((column) => (
              <Head key={column.key} column={column} {...(sort ? { sort } : {})} {...(onSort ? { onSort } : {})} />
            ))}
          </tr>
        </thead>
        <tbody {...roles.rowgroup}>
          {space && <Space height={space.before} columns={columns.length} />}
          {rows ? (
            <Rows columns={columns} rows={rows} rowKey={rowKey} {...(isBrief ? { isBrief } : {})} />
          ) : (
            <SkeletonRows columns={columns} count={skeletonRows} />
          )}
          {space && <Space height={space.after} columns={columns.length} />}
        </tbody>
      </table>
    </Frame>
  );
}
