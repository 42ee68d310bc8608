import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { instrumentsQuery, leveragesQuery } from '../../../api/perpetual.ts';
import { usePerpetualPositions } from '../../../live/index.ts';
import { DecimalInput } from '../../../ui/decimal-input.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { pairText } from '../../../ui/pair.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { accountMessages } from '../account/messages.ts';
import type { Mode, PositionSide } from '../account/terms.ts';
import { Choice } from './choice.tsx';
import { DialogButtons, Refusal, Warning } from './dialog-parts.tsx';
import styles from './dialogs.module.css';
import { LeveragePreview } from './leverage-preview.tsx';
import { Slider } from './slider.tsx';
import { useLeverage } from './use-leverage.ts';

const steps = [1, 2, 3, 5, 10, 20, 25, 50, 75, 100, 125];
const marksMax = 6;
const riskyFrom = 20;
const defaultLeverage = '3';

/** At most six marks, the last one the maximum. */
function marksUpTo(max: number): number[] {
  const below = steps.filter((step) => step < max);
  const wanted = marksMax - 1;
  const spread =
    below.length <= wanted ? below : below.filter((_, index) => index % Math.ceil(below.length / wanted) === 0);
  return [...spread, max];
}

interface LeverageDialogProps {
  market: string;
  mode: Mode;
  /** Which isolated side to begin with; cross has one leverage for both. */
  position?: PositionSide | undefined;
  onClose: () => void;
}

/** Asks for the leverage of a market and mode, and shows what would change before it does. */
export function LeverageDialog({ market, mode, position, onClose }: LeverageDialogProps) {
  const { t } = useTranslation(accountMessages);
  const [side, setSide] = useState<PositionSide>(position ?? 'long');
  const { data: instruments } = useQuery(instrumentsQuery);
  const { data: leverages } = useQuery(leveragesQuery(market));
  const instrument = instruments?.byName.get(market);
  const own = leverages?.[market];
  const current = (mode === 'cross' ? own?.cross : own?.[`isolated_${side}`]) ?? defaultLeverage;
  const isReady = instrument !== undefined && leverages !== undefined;
  return (
    <Dialog title={t('leverage.title', { pair: pairText(market), mode: t(`mode.${mode}`) })} onClose={onClose}>
      <div className={styles.form}>
        {mode === 'isolated' && (
          <Choice
            label={t('leverage.side')}
            value={side}
            options={(['long', 'short'] as const).map((value) => ({ value, label: t(`position.${value}`) }))}
            onChange={setSide}
          />
        )}
        {isReady ? (
          <LeverageForm
            key={`${side}-${current}`}
            market={market}
            mode={mode}
            side={side}
            current={Number(current)}
            max={Number(instrument.max_leverage)}
            onClose={onClose}
          />
        ) : (
          <Skeleton height={280} />
        )}
      </div>
    </Dialog>
  );
}

interface LeverageFormProps {
  market: string;
  mode: Mode;
  side: PositionSide;
  current: number;
  max: number;
  onClose: () => void;
}

function LeverageForm({ market, mode, side, current, max, onClose }: LeverageFormProps) {
  const { t } = useTranslation(accountMessages);
  const [typed, setTyped] = useState(String(current));
  const leverage = Number(typed);
  const isPossible = Number.isInteger(leverage) && leverage >= 1 && leverage <= max;
  const { positions } = usePerpetualPositions();
  const held = positions.filter(
    (one) => one.market === market && one.mode === mode && (mode === 'cross' || one.position === side),
  );
  const { preview, submit, isPending, error, wasStale } = useLeverage({
    market,
    mode,
    position: side,
    leverage: isPossible ? leverage : current,
    heldVersions: held.map((one) => one.version).join(),
  });
  const times = (value: number) => t('leverage.times', { value });

  async function onSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!isPossible || !(await submit())) return;
    notify.success(t('leverage.done', { pair: pairText(market), times: times(leverage) }));
    onClose();
  }

  return (
    <form className={styles.form} onSubmit={(event) => void onSubmit(event)} noValidate>
      <DecimalInput
        data-autofocus
        label={t('leverage.label')}
        size="md"
        decimals={0}
        value={typed}
        onChange={setTyped}
        rightSection={<span aria-hidden>×</span>}
        error={isPossible ? undefined : t('leverage.range', { max })}
      />
      <Slider
        label={t('leverage.label')}
        min={1}
        max={max}
        value={isPossible ? leverage : current}
        text={times}
        marks={marksUpTo(max)}
        onChange={(value) => setTyped(String(value))}
      />
      <LeveragePreview
        market={market}
        leverage={isPossible ? leverage : current}
        preview={preview}
        hasPosition={held.length > 0}
      />
      {isPossible && leverage > current && leverage >= riskyFrom && <Warning>{t('leverage.risky')}</Warning>}
      {wasStale && <Warning>{t('leverage.stale')}</Warning>}
      <Refusal error={error} />
      <DialogButtons
        action={t('leverage.set', { times: times(isPossible ? leverage : current) })}
        onCancel={onClose}
        isPending={isPending}
        disabled={!isPossible || leverage === current || preview === undefined}
      />
    </form>
  );
}
