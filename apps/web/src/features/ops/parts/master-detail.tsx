import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { IconChevronLeft } from '../../../ui/icons.ts';
import { useKeys } from '../keys/use-keys.ts';
import styles from './master-detail.module.css';

interface MasterDetailProps {
  /** Of the screen. */
  title: string;
  /** The id of what is selected. */
  selected: string | undefined;
  /** Search and filters above the list. */
  filters?: ReactNode;
  /** `ListRow`s, or one of the list's states. */
  list: ReactNode;
  /** Below the list. */
  pager?: ReactNode;
  /** What is selected; the hint that nothing is, otherwise. */
  detail: ReactNode;
  /** Where the list is without a selection; undefined while nothing is selected. */
  back: string | undefined;
}

/** A list of 420 px and what is selected in it; one of them on a phone. j and k move in the list, Enter opens, / searches. */
export function MasterDetail({ title, selected, filters, list, pager, detail, back }: MasterDetailProps) {
  const { t } = useTranslation('ops');
  const frame = useRef<HTMLDivElement>(null);
  const content = useFocusOfSelected(selected);
  function move(step: 1 | -1): void {
    const rows = [...(frame.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const focused = rows.indexOf(document.activeElement as HTMLElement);
    const current = rows.findIndex((row) => row.getAttribute('aria-current') === 'true');
    const from = focused >= 0 ? focused : current;
    const next = from < 0 ? rows[0] : rows[Math.min(rows.length - 1, Math.max(0, from + step))];
    next?.focus();
    next?.scrollIntoView({ block: 'nearest' });
  }
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    '/': () => frame.current?.querySelector<HTMLElement>('input[type="search"], input')?.focus(),
  });
  return (
    <div className={styles.screen} data-selected={back !== undefined || undefined}>
      <div ref={frame} className={styles.master}>
        <h1 className={styles.title}>{title}</h1>
        {filters && <div className={styles.filters}>{filters}</div>}
        <div className={styles.list}>{list}</div>
        {pager}
      </div>
      <section ref={content} className={styles.detail} tabIndex={-1} aria-label={t('list.selected')}>
        {back !== undefined && (
          <Link to={back} className={styles.back}>
            <IconChevronLeft size={18} aria-hidden /> {title}
          </Link>
        )}
        {back === undefined ? <p className={styles.nothing}>{t('list.nothing')}</p> : detail}
      </section>
    </div>
  );
}

/** What is opened gets the focus, so that keys scroll it, and begins at its top. */
function useFocusOfSelected(selected: string | undefined) {
  const content = useRef<HTMLElement>(null);
  const shown = useRef(selected);
  useEffect(() => {
    if (shown.current === selected) return;
    shown.current = selected;
    if (selected === undefined || !content.current) return;
    content.current.scrollTop = 0;
    // After the layout of the page, which gives the focus to the page as a whole when the address changes.
    const frame = requestAnimationFrame(() => content.current?.focus({ preventScroll: true }));
    return () => cancelAnimationFrame(frame);
  }, [selected]);
  return content;
}

interface ListRowProps {
  to: string;
  selected: boolean;
  /** The first line. */
  children: ReactNode;
  /** The second line. */
  about?: ReactNode;
  /** At the end of the first line: an age, a status. */
  aside?: ReactNode;
}

/** One line of a master list, which is a link to itself. */
export function ListRow({ to, selected, children, about, aside }: ListRowProps) {
  return (
    <Link to={to} className={styles.row} data-row aria-current={selected ? 'true' : undefined}>
      <span className={styles.first}>
        <span className={styles.name}>{children}</span>
        {aside !== undefined && <span className={styles.aside}>{aside}</span>}
      </span>
      {about !== undefined && <span className={styles.about}>{about}</span>}
    </Link>
  );
}
