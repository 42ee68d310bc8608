import { Button, NativeSelect } from '@mantine/core';
import type { SpotOrder } from '@pelican/shared/contracts/spot';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isOutcomeUnknown, messagesOf } from '../../../../api/api-error.ts';
import controls from '../../../../terminal/parts/controls.module.css';
import { Dialog } from '../../../../ui/dialog.tsx';
import { IconAlertTriangle, IconExclamationCircle } from '../../../../ui/icons.ts';
import { notify } from '../../../../ui/notify.ts';
import { Amount, SideLabel } from '../../../../ui/numbers.tsx';
import { moneyOf, pairText, stockOf } from '../../../../ui/pair.ts';
import { priceCell, useColumnContext } from '../cells.tsx';
import styles from './cancel-all-dialog.module.css';
import { cancelAllMessages } from './messages.ts';
import { choicesOf, isInScope, type Scope } from './scope.ts';
import { useCancelAll } from './use-cancel-all.ts';

/** Orders that are named; of the others only the number is. */
const named = 10;

interface CancelAllDialogProps {
  /** Chosen at first; '' for all. */
  pair: string;
  onClose: () => void;
}

/** Cancels all open orders, those of a pair or those of a coin, and says which of them are left. */
export function CancelAllDialog({ pair, onClose }: CancelAllDialogProps) {
  const { t } = useTranslation(cancelAllMessages);
  const { orders, total, progress, left, run, isMounted } = useCancelAll();
  const { pairs, coins } = choicesOf(orders);
  const [kind, setKind] = useState<Scope['kind']>(pair === '' ? 'all' : 'pair');
  const [chosen, setChosen] = useState({ pair, coin: '' });
  const scope = scopeOf(kind, { pair: chosen.pair || pairs[0] || '', coin: chosen.coin || coins[0] || '' });
  const concerned = orders.filter((order) => isInScope(scope, order));
  // Of very many orders the feed knows the newest alone.
  const count = kind === 'all' ? Math.max(total, concerned.length) : concerned.length;
  const { state } = progress;
  const head = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    if (state === 'done') head.current?.focus();
  }, [state]);

  async function cancel(): Promise<void> {
    const end = await run(scope);
    const isDone = end.error === null;
    if (isMounted.current) {
      if (!isDone || end.left > 0) return;
      notify.success(t('done', { count }));
      onClose();
    } else if (isDone) notify.success(t('done', { count: end.cancelled }));
    else {
      // Back has closed the dialog, which would have said it.
      const rest = isOutcomeUnknown(end.error) ? t('outcomeUnknown') : t('left', { count: end.left });
      notify.error([...messagesOf(end.error), rest].join(' '), { title: t('failed') });
    }
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (state !== 'cancelling' && count > 0) void cancel();
  }

  const pairData = pairs.map((value) => ({ value, label: pairText(value) }));
  return (
    <Dialog title={t('title')} onClose={onClose} locked={state === 'cancelling'}>
      <form className={styles.form} onSubmit={onSubmit}>
        {state === 'choosing' && (
          <>
            <fieldset className={styles.kinds}>
              <legend>{t('which')}</legend>
              {(['all', 'pair', 'coin'] as const).map((value) => (
                <label key={value} className={controls.check}>
                  <input
                    type="radio"
                    name="which-orders"
                    value={value}
                    checked={kind === value}
                    disabled={value !== 'all' && pairs.length === 0}
                    onChange={() => setKind(value)}
                  />
                  {t(`kind.${value}`)}
                </label>
              ))}
            </fieldset>
            {kind === 'pair' && (
              <NativeSelect
                label={t('pair')}
                size="md"
                data={
                  pairs.includes(scopePair(scope))
                    ? pairData
                    : [{ value: scopePair(scope), label: pairText(scopePair(scope)) }, ...pairData]
                }
                value={scopePair(scope)}
                onChange={(event) => setChosen({ ...chosen, pair: event.currentTarget.value })}
              />
            )}
            {kind === 'coin' && (
              <NativeSelect
                label={t('coin')}
                size="md"
                data={coins}
                value={scope.kind === 'coin' ? scope.coin : ''}
                onChange={(event) => setChosen({ ...chosen, coin: event.currentTarget.value })}
              />
            )}
            <p role="status">{count === 0 ? t('none') : t('count', { count })}</p>
            <OrderNames orders={concerned} count={count} />
          </>
        )}
        {state === 'cancelling' && (
          <div role="status" className={styles.progress}>
            <progress max={Math.max(1, progress.total)} value={progress.ended} aria-label={t('title')} />
            {t('progress', { done: progress.ended, total: progress.total })}
          </div>
        )}
        {state === 'done' && (
          <>
            <Outcome headRef={head} error={progress.error} left={left.length} />
            <p>{t('ended', { cancelled: progress.ended - progress.filled, filled: progress.filled })}</p>
            <OrderNames orders={left} count={left.length} />
          </>
        )}
        <div className={styles.buttons}>
          <Button variant="default" onClick={onClose} disabled={state === 'cancelling'}>
            {t(state === 'done' ? 'close' : 'keep')}
          </Button>
          {(state !== 'done' || left.length > 0) && (
            <Button type="submit" variant="danger" loading={state === 'cancelling'} disabled={count === 0}>
              {state === 'done' ? t('again') : t('do', { count })}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

function scopeOf(kind: Scope['kind'], { pair, coin }: { pair: string; coin: string }): Scope {
  if (kind === 'all') return { kind };
  return kind === 'pair' ? { kind, pair } : { kind, coin };
}

function scopePair(scope: Scope): string {
  return scope.kind === 'pair' ? scope.pair : '';
}

interface OutcomeProps {
  headRef: React.RefObject<HTMLParagraphElement | null>;
  error: unknown;
  left: number;
}

/** How it ended, where not all of it did. */
function Outcome({ headRef, error, left }: OutcomeProps) {
  const { t } = useTranslation(cancelAllMessages);
  const Icon = error === null ? IconAlertTriangle : IconExclamationCircle;
  return (
    <p ref={headRef} tabIndex={-1} role="alert" className={styles.outcome} data-failed={error !== null}>
      <Icon size={18} aria-hidden />
      <span>
        {error !== null && `${messagesOf(error).join(' ')} `}
        {isOutcomeUnknown(error) && `${t('outcomeUnknown')} `}
        {left > 0 ? t('left', { count: left }) : t('noneLeft')}
      </span>
    </p>
  );
}

/** The first orders by name, and how many others there are. */
function OrderNames({ orders, count }: { orders: readonly SpotOrder[]; count: number }) {
  const { t } = useTranslation(cancelAllMessages);
  const context = useColumnContext();
  if (orders.length === 0) return null;
  const shown = orders.slice(0, named);
  return (
    <div>
      <ul className={styles.names}>
        {shown.map((order) => (
          <li key={order.id}>
            <span>
              <SideLabel side={order.side} />{' '}
              <Amount
                value={order.left}
                ticker={order.amount_type === 'money' ? moneyOf(order.market) : stockOf(order.market)}
                withTicker
              />
            </span>
            <span className="muted">{pairText(order.market)}</span>
            <span>{priceCell(context, order.market, order.price)}</span>
          </li>
        ))}
      </ul>
      {count > shown.length && <p className="hint">{t('more', { count: count - shown.length })}</p>}
    </div>
  );
}
