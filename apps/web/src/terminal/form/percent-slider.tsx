import { useTranslation } from 'react-i18next';
import styles from './order-form.module.css';

const marks = [25, 50, 75, 100];

interface PercentSliderProps {
  value: number | null;
  disabled: boolean;
  onChange: (percent: number) => void;
}

/** Share of the balance, 0 to 100 %: by dragging, by keys, or by four marks. */
export function PercentSlider({ value, disabled, onChange }: PercentSliderProps) {
  const { t } = useTranslation('terminal');
  const percent = value ?? 0;
  return (
    <div className={styles.slider}>
      <input
        type="range"
        min={0}
        max={100}
        step={1}
        value={percent}
        disabled={disabled}
        aria-label={t('form.share')}
        aria-valuetext={`${percent} %`}
        style={{ '--share': `${percent}%` } as React.CSSProperties}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
      <div className={styles.marks}>
        {marks.map((mark) => (
          <button
            key={mark}
            type="button"
            disabled={disabled}
            aria-pressed={value === mark}
            aria-label={t('form.shareMark', { percent: mark })}
            onClick={() => onChange(mark)}
          >
            {mark} %
          </button>
        ))}
      </div>
    </div>
  );
}
