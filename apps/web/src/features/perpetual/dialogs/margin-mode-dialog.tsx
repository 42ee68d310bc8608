import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { leveragesQuery } from '../../../api/perpetual.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { pairText } from '../../../ui/pair.ts';
import { accountMessages } from '../account/messages.ts';
import type { Mode } from '../account/terms.ts';
import { Choice } from './choice.tsx';
import { DialogButtons } from './dialog-parts.tsx';
import styles from './dialogs.module.css';

interface MarginModeDialogProps {
  market: string;
  mode: Mode;
  /** The mode that new orders of this market shall have. Open positions keep theirs. */
  onChange: (mode: Mode) => void;
  onClose: () => void;
}

/** Which of the two margin modes the next orders use. Nothing is sent: each order carries its mode. */
export function MarginModeDialog({ market, mode, onChange, onClose }: MarginModeDialogProps) {
  const { t } = useTranslation(accountMessages);
  const [chosen, setChosen] = useState(mode);
  const { data: leverages } = useQuery(leveragesQuery(market));
  const own = leverages?.[market];
  const times = (value: string | undefined) => (value ? t('leverage.times', { value }) : '–');

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    onChange(chosen);
    onClose();
  }

  return (
    <Dialog title={t('marginMode.title', { pair: pairText(market) })} onClose={onClose}>
      <form className={styles.form} onSubmit={onSubmit}>
        <Choice
          stacked
          label={t('marginMode.label')}
          value={chosen}
          options={(['cross', 'isolated'] as const).map((value) => ({
            value,
            label: t(`mode.${value}`),
            hint: t(`marginMode.about.${value}`),
          }))}
          onChange={setChosen}
        />
        <Facts
          facts={
            chosen === 'cross'
              ? [{ label: t('marginMode.leverage'), value: times(own?.cross) }]
              : [
                  { label: t('marginMode.leverageLong'), value: times(own?.isolated_long) },
                  { label: t('marginMode.leverageShort'), value: times(own?.isolated_short) },
                ]
          }
        />
        <p className="hint">{t('marginMode.keeps')}</p>
        <DialogButtons
          action={t('marginMode.use', { mode: t(`mode.${chosen}`) })}
          onCancel={onClose}
          disabled={chosen === mode}
        />
      </form>
    </Dialog>
  );
}
