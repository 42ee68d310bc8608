import type { KeyboardEvent, PointerEvent } from 'react';
import styles from './terminal.module.css';

interface SplitterProps {
  label: string;
  /** Height of what is below, in percent of the parent. */
  value: number;
  min: number;
  max: number;
  onChange: (percent: number) => void;
}

const step = 2;

/** A line to drag between chart and tables; arrows move it too. */
export function Splitter({ label, value, min, max, onChange }: SplitterProps) {
  const set = (percent: number) => onChange(Math.min(max, Math.max(min, percent)));

  function onKeyDown(event: KeyboardEvent): void {
    const change = event.key === 'ArrowUp' ? step : event.key === 'ArrowDown' ? -step : 0;
    if (change === 0) return;
    event.preventDefault();
    set(value + change);
  }

  function onPointerMove(event: PointerEvent<HTMLElement>): void {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const bounds = event.currentTarget.parentElement?.getBoundingClientRect();
    if (bounds) set(((bounds.bottom - event.clientY) / bounds.height) * 100);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be focused and moved is no <hr>
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="horizontal"
      aria-label={label}
      aria-valuenow={Math.round(value)}
      aria-valuemin={min}
      aria-valuemax={max}
      className={styles.splitter}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
    />
  );
}
