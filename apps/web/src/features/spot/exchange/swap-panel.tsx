import { useTranslation } from 'react-i18next';
import { ratePercent } from '../../../terminal/form/form-numbers.ts';
import { FormWarning, FormWarnings, GuardWarning, useGuardText } from '../../../terminal/form/guard-warning.tsx';
import { RefusalNote } from '../../../terminal/form/submit-area.tsx';
import styles from './exchange.module.css';
import { exchangeMessages } from './messages.ts';
import { type Slippage, SlippageChoice } from './slippage-choice.tsx';
import { SwapButton } from './swap-button.tsx';
import { useSwapLines } from './swap-lines.ts';
import type { Swap } from './use-swap.ts';

interface SwapPanelProps {
  swap: Swap;
  slippage: Slippage;
  onSlippage: (slippage: Slippage) => void;
  /** Of the button. */
  label: string;
}

/** What stands below the amounts of a swap: how far the price may move, the receipt, the button, and what was refused. */
export function SwapPanel({ swap, slippage, onSlippage, label }: SwapPanelProps) {
  const { t } = useTranslation(exchangeMessages);
  const lines = useSwapLines(swap);
  const guardText = useGuardText(swap.draft);
  const { state, draft, rates, customFee, failed } = swap;
  return (
    <>
      <SlippageChoice value={slippage} onChange={onSlippage} />
      <dl className={styles.receipt} aria-label={t('line.title')}>
        {lines.map(([name, value], index) => (
          <div key={name} data-strong={index === lines.length - 1 || undefined}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="hint">
        {t('note.gst', { rate: ratePercent(rates.gst) })} {t('note.rest')}
        {customFee && ` ${t('note.token')}`}
      </p>
      <FormWarnings>
        {draft.issues.length === 0 && <GuardWarning guard={draft.guard} text={guardText} />}
        {failed && <FormWarning text={t('note.feeFailed')} />}
      </FormWarnings>
      <SwapButton swap={swap} label={label} />
      <RefusalNote messages={state.messages.length > 0 ? [t('failed'), ...state.messages] : []} />
    </>
  );
}
