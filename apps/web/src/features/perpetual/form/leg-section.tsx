import { useTranslation } from 'react-i18next';
import controls from '../../../terminal/parts/controls.module.css';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import type { LegName } from '../dialogs/legs.ts';
import type { PerpetualDraft } from './perpetual-draft.ts';
import type { PerpetualEdit, PerpetualFields } from './perpetual-fields.ts';

/** Arrives when a leg is wanted. */
const Leg = lazyPart(() => import('./leg.tsx').then((module) => module.Leg));
const names: readonly LegName[] = ['tp', 'sl'];

interface LegSectionProps {
  fields: PerpetualFields;
  draft: PerpetualDraft;
  errors: Partial<Record<LegName, string>>;
  onEdit: (edit: PerpetualEdit) => void;
}

/** Take-profit and stop-loss of an opening order, with what each would bring. */
export function LegSection({ fields, draft, errors, onEdit }: LegSectionProps) {
  const { t } = useTranslation('perpetual');
  return (
    <>
      <label className={controls.check}>
        <input
          type="checkbox"
          checked={fields.hasLegs}
          onChange={(event) => onEdit({ kind: 'hasLegs', hasLegs: event.currentTarget.checked })}
        />
        {t('legs.attach')}
      </label>
      {fields.hasLegs &&
        names.map((name) => (
          <Leg
            key={name}
            name={name}
            leg={fields.legs[name]}
            exit={draft.exits[name]}
            error={errors[name]}
            onChange={(leg) => onEdit({ kind: 'leg', name, leg })}
          />
        ))}
    </>
  );
}
