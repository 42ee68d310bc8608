import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../api/session.ts';
import { balancesQuery } from '../../../api/wallet.ts';
import { groupedValues } from '../../../terminal/form/form-numbers.ts';
import { useGuardText } from '../../../terminal/form/guard-warning.tsx';
import { OrderSummary } from '../../../terminal/form/order-summary.tsx';
import { TransferLink } from '../../../terminal/form/transfer-link.tsx';
import { wireDecimal } from '../../../ui/clean-decimal.ts';
import { isZeroDecimal } from '../../../ui/decimal-compare.ts';
import { groupingOf } from '../../../ui/format.ts';
import { AmountField } from './amount-field.tsx';
import styles from './exchange.module.css';
import { exchangeMessages } from './messages.ts';
import type { SwapField } from './swap-estimate.ts';
import { amountText, useSwapLines } from './swap-lines.ts';
import type { Swap } from './use-swap.ts';

/** What is free to be given, all of it at a press, and the way to more. */
function Available({ swap }: { swap: Swap }) {
  const { t } = useTranslation(exchangeMessages);
  const { isSignedIn } = useSession();
  const { data } = useQuery({ ...balancesQuery, enabled: isSignedIn });
  if (!isSignedIn) return null;
  const { give, available } = swap;
  const balance = data?.byTicker.get(give);
  const inMain = balance?.main_balance ?? '0';
  const hasNone = balance !== undefined && isZeroDecimal(balance.full_balance);
  return (
    <span className={styles.available}>
      <span>{t('available', { amount: available === null ? '–' : amountText(available, give) })}</span>
      <button type="button" disabled={!available || isZeroDecimal(available)} onClick={swap.takeMax}>
        {t('max')}
        <span className="visually-hidden"> {t('maxAbout', { ticker: give })}</span>
      </button>
      {(hasNone || !isZeroDecimal(inMain)) && (
        <TransferLink
          ticker={give}
          to="trade"
          label={t('transferAbout', { amount: amountText(inMain, give) })}
          text={t('transfer')}
        />
      )}
    </span>
  );
}

interface SwapFormProps {
  swap: Swap;
  /** What the form is for. */
  name: string;
  labels: Record<SwapField, string>;
  coins: Record<SwapField, ReactNode>;
  /** Before, between and below the two fields. */
  head?: ReactNode;
  between?: ReactNode;
  /** Asked before it is sent: "Swap 100 USDT for BTC". */
  title: string;
  children: ReactNode;
}

/** The form of a swap: both amounts, and below them whatever the page adds. */
export function SwapForm({ swap, name, labels, coins, head, between, title, children }: SwapFormProps) {
  const { t } = useTranslation(exchangeMessages);
  const inputs = { give: useRef<HTMLInputElement>(null), receive: useRef<HTMLInputElement>(null) };
  const { draft, give, receive, wish, attempted, state } = swap;
  const lines = useSwapLines(swap);
  const warning = useGuardText(draft);

  function errorOf(field: SwapField): string | undefined {
    // Without a book there is nothing to hold the amount against, and the button says so.
    if (swap.isWaiting) return undefined;
    const issue = draft.issues.find(({ field: of, isMissing }) => of === field && (attempted || !isMissing));
    if (issue) {
      const ticker = issue.values.ticker ?? '';
      return t(`issue.${issue.key}`, groupedValues(issue.values, groupingOf(ticker)));
    }
    return wish.field === field ? state.fieldErrors.amount?.join(' ') : undefined;
  }

  async function onSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    swap.setAttempted(true);
    const [issue] = draft.issues;
    if (issue) return inputs[issue.field].current?.focus();
    if (!swap.hasSlippage || swap.isWaiting) return;
    await swap.send({
      title,
      summary: (
        <OrderSummary
          text={t('confirm', { give: amountText(draft.give, give), receive: amountText(draft.receive, receive) })}
          lines={lines}
        />
      ),
      warning,
      typeToConfirm: wireDecimal(wish.amount),
    });
  }

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void onSubmit(event)} aria-label={name}>
      {head}
      <AmountField
        label={labels.give}
        value={draft.give}
        onChange={(typed) => swap.edit('give', typed)}
        coin={coins.give}
        aside={<Available swap={swap} />}
        error={errorOf('give')}
        inputRef={inputs.give}
      />
      {between}
      <AmountField
        label={labels.receive}
        value={draft.receive}
        onChange={(typed) => swap.edit('receive', typed)}
        coin={coins.receive}
        error={errorOf('receive')}
        inputRef={inputs.receive}
      />
      {children}
    </form>
  );
}
