import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.ts';
import styles from './order-form.module.css';

const marks = [25, 50, 75, 100];

interface PercentSliderProps {
  value: number | null;
  disabled: boolean;
  /** Why it is disabled for someone who is signed in, where that lasts. */
  reason?: string | undefined;
  onChange: (percent: number) => void;
}

/** Share of the balance, 0 to 100 %: by dragging, by keys, or by four marks. */
export function PercentSlider({ value, disabled, reason, onChange }: PercentSliderProps) {
  const { t } = useTranslation('terminal');
  const reasonId = useId();
  const { status } = useSession();
  const shownReason = disabled ? (status === 'anonymous' ? t('form.shareSignIn') : reason) : undefined;
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
        aria-describedby={shownReason ? reasonId : undefined}
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
      {shownReason && (
        <p id={reasonId} className={styles.hint}>
          {shownReason}
        </p>
      )}
    </div>
  );
}
