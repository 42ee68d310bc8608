import type { CSSProperties } from 'react';
import styles from './dialogs.module.css';

interface SliderProps {
  label: string;
  min: number;
  max: number;
  value: number;
  /** The text of the value for screen readers, and the label of a mark. */
  text: (value: number) => string;
  marks: readonly number[];
  onChange: (value: number) => void;
}

/** A whole number by dragging, by keys or by its marks. */
export function Slider({ label, min, max, value, text, marks, onChange }: SliderProps) {
  const share = max > min ? ((Math.min(max, Math.max(min, value)) - min) / (max - min)) * 100 : 0;
  return (
    <div className={styles.slider}>
      <input
        type="range"
        min={min}
        max={max}
        step={1}
        value={value}
        aria-label={label}
        aria-valuetext={text(value)}
        style={{ '--share': `${share}%` } as CSSProperties}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
      <div className={styles.marks}>
        {marks.map((mark) => (
          <button key={mark} type="button" aria-pressed={value === mark} onClick={() => onChange(mark)}>
            {text(mark)}
          </button>
        ))}
      </div>
    </div>
  );
}
