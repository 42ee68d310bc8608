import { useTranslation } from 'react-i18next';
import type { Source } from '../dialogs/legs.ts';

const sources: readonly Source[] = ['last', 'mark', 'index'];

interface SourceSelectProps {
  label: string;
  value: Source;
  onChange: (source: Source) => void;
}

/** By which price something is triggered. */
export function SourceSelect({ label, value, onChange }: SourceSelectProps) {
  const { t } = useTranslation('perpetual');
  return (
    <select aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value as Source)}>
      {sources.map((source) => (
        <option key={source} value={source}>
          {t(`source.${source}`)}
        </option>
      ))}
    </select>
  );
}
