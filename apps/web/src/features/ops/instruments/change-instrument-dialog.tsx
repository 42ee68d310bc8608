import type { OperatorInstrument } from '@pelican/shared/contracts/perpetual';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { ChangeFiguresDialog } from '../parts/change-figures-dialog.tsx';
import { sentBody } from '../parts/figures-change.ts';
import type { ValueField } from '../parts/value-fields.tsx';
import { warnOf } from '../parts/warn-of.ts';
import {
  changeableFigures,
  type InstrumentTexts,
  instrumentProblems,
  sentFigures,
  textsOf,
  typedTexts,
} from './instrument-fields.ts';

interface ChangeInstrumentDialogProps {
  instrument: OperatorInstrument;
  onClose: () => void;
}

/** Limits, fees, bands, funding and tiers of an instrument; two operators decide. */
export function ChangeInstrumentDialog({ instrument, onClose }: ChangeInstrumentDialogProps) {
  const { t } = useTranslation('ops-instruments');
  const { name: pair } = instrument;
  const hinted = ['makerFee', 'takerFee'];
  const fields: ValueField[] = [
    ...changeableFigures.map((name) => ({
      name,
      label: t(`field.${name}`),
      ...(hinted.includes(name) ? { hint: t(`hint.${name}`) } : {}),
    })),
    { name: 'tiers', label: t('field.tiers'), hint: t('hint.tiers'), isLong: true },
  ];
  return (
    <ChangeFiguresDialog<InstrumentTexts>
      title={t('changeTitle', { pair })}
      fields={fields}
      before={textsOf(instrument)}
      figuresOf={typedTexts}
      problemsOf={(typed) => instrumentProblems(typedTexts(typed), (problem) => t(`problem.${problem}`))}
      submit={async (change) => {
        const body = sentBody(change, sentFigures);
        const answer = await call('POST /v2/ops/instruments/:pair/change', { params: { pair }, body });
        warnOf(answer);
        return answer;
      }}
      doneText={t('changed', { pair })}
      onClose={onClose}
    />
  );
}
