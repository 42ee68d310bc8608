import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../api/session.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { usePerpetualMarket } from '../perpetual-market.ts';
import { useMode, usePerpetualSettings } from '../perpetual-settings.ts';
import type { PositionSide } from './perpetual-fields.ts';
import styles from './perpetual-form.module.css';
import { useLeverageOf } from './use-perpetual-context.ts';

const LeverageDialog = lazyPart(() => import('../dialogs/leverage-dialog.tsx').then((module) => module.LeverageDialog));
const MarginModeDialog = lazyPart(() =>
  import('../dialogs/margin-mode-dialog.tsx').then((module) => module.MarginModeDialog),
);

/** Margin mode and leverage of the next order, each a button that opens its dialog. */
export function MarginBar({ position }: { position: PositionSide }) {
  const { t } = useTranslation('perpetual');
  const { name } = usePerpetualMarket();
  const { isSignedIn } = useSession();
  const mode = useMode(name);
  const setMode = usePerpetualSettings((settings) => settings.setMode);
  const leverage = useLeverageOf(position);
  const [opened, setOpened] = useState<'mode' | 'leverage' | null>(null);
  const close = () => setOpened(null);
  return (
    <div className={styles.marginBar}>
      <button
        type="button"
        disabled={!isSignedIn}
        aria-label={t('margin.changeMode', { mode: t(`mode.${mode}`) })}
        onClick={() => setOpened('mode')}
      >
        {t(`mode.${mode}`)}
      </button>
      <button
        type="button"
        disabled={!isSignedIn}
        aria-label={t('margin.changeLeverage', { leverage })}
        onClick={() => setOpened('leverage')}
      >
        {t('margin.times', { leverage })}
      </button>
      {opened === 'mode' && (
        <MarginModeDialog market={name} mode={mode} onChange={(next) => setMode(name, next)} onClose={close} />
      )}
      {opened === 'leverage' && (
        <LeverageDialog
          market={name}
          mode={mode}
          position={mode === 'isolated' ? position : undefined}
          onClose={close}
        />
      )}
    </div>
  );
}
