import { useLayoutEffect, useRef } from 'react';
import styles from './tab-bar.module.css';

interface TabBarProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  tabs: { value: string; label: string; count?: number }[];
  /** Id of the part that the tabs change, for screen readers. */
  controls?: string;
}

/** A row of tabs that scrolls sideways when it must, so that the chosen one is in sight; arrow keys move, as in every tab list. */
export function TabBar({ label, value, onChange, tabs, controls }: TabBarProps) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const bar = list.current;
    const tab = [...(bar?.children ?? [])].find((one) => one.getAttribute('data-tab') === value);
    if (!bar || !tab) return;
    // By hand: scrollIntoView would move the page too.
    const { left, width } = tab.getBoundingClientRect();
    const frame = bar.getBoundingClientRect();
    if (left < frame.left || left + width > frame.right)
      bar.scrollLeft += left + width / 2 - (frame.left + frame.width / 2);
  }, [value]);
  const move = (event: React.KeyboardEvent) => {
    const right = document.dir === 'rtl' ? -1 : 1;
    const steps: Record<string, number> = { ArrowRight: right, ArrowLeft: -right };
    const index = tabs.findIndex((tab) => tab.value === value);
    let next = index + (steps[event.key] ?? 0);
    if (event.key === 'Home') next = 0;
    if (event.key === 'End') next = tabs.length - 1;
    const target = tabs[(next + tabs.length) % tabs.length];
    if (!target || target.value === value) return;
    event.preventDefault();
    onChange(target.value);
    list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(target.value)}"]`)?.focus();
  };
  return (
    <div role="tablist" aria-label={label} className={styles.bar} ref={list} onKeyDown={move}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          data-tab={tab.value}
          aria-selected={tab.value === value}
          aria-controls={controls}
          tabIndex={tab.value === value ? 0 : -1}
          className={styles.tab}
          onClick={() => onChange(tab.value)}
        >
          {tab.label}
          {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
        </button>
      ))}
    </div>
  );
}
