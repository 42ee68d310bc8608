import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import styles from './tabs.module.css';

export interface TabItem<Key extends string> {
  key: Key;
  label: ReactNode;
}

interface TabsProps<Key extends string> {
  label: string;
  items: readonly TabItem<Key>[];
  active: Key;
  onSelect: (key: Key) => void;
  /** Buy and Sell wear their colours. */
  look?: 'line' | 'sides' | 'pills';
  panelId: string;
}

/** The next one is where lines go on. */
function stepOf(key: string): number | undefined {
  const right = document.dir === 'rtl' ? -1 : 1;
  if (key === 'ArrowRight') return right;
  return key === 'ArrowLeft' ? -right : undefined;
}

/** A row of tabs with arrow keys, Home and End; the panel below carries `panelId`. */
export function Tabs<Key extends string>({ label, items, active, onSelect, look = 'line', panelId }: TabsProps<Key>) {
  const list = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent): void {
    const index = items.findIndex((item) => item.key === active);
    const step = stepOf(event.key);
    let next = -1;
    if (step !== undefined) next = (index + step + items.length) % items.length;
    if (event.key === 'Home') next = 0;
    if (event.key === 'End') next = items.length - 1;
    const item = items[next];
    if (item === undefined) return;
    event.preventDefault();
    onSelect(item.key);
    list.current?.querySelectorAll('button')[next]?.focus();
  }

  return (
    <div ref={list} role="tablist" aria-label={label} className={styles.list} data-look={look} onKeyDown={onKeyDown}>
      {items.map((item) => (
        <button
          key={item.key}
          type="button"
          role="tab"
          id={`${panelId}-${item.key}`}
          aria-selected={item.key === active}
          aria-controls={panelId}
          tabIndex={item.key === active ? 0 : -1}
          data-key={item.key}
          className={styles.tab}
          onClick={() => onSelect(item.key)}
        >
          {item.label}
        </button>
      ))}
    </div>
  );
}

interface TabPanelProps {
  id: string;
  active: string;
  className?: string | undefined;
  children: ReactNode;
}

export function TabPanel({ id, active, className, children }: TabPanelProps) {
  return (
    <div id={id} role="tabpanel" aria-labelledby={`${id}-${active}`} className={className}>
      {children}
    </div>
  );
}

/** An id that is valid in selectors too. */
export function usePanelId(): string {
  return `panel-${useId().replace(/[^\w-]/g, '')}`;
}
