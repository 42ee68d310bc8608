import type { PerpetualOrder } from '@pelican/shared/contracts/perpetual';
import { useTranslation } from 'react-i18next';
import { isPerpetualAlgo } from '../../../live/index.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { type Fact, Facts } from '../../../ui/facts.tsx';
import { formatUpTo } from '../../../ui/format.ts';
import { formatDateTime } from '../../../ui/format-time.ts';
import { moneyOf, pairText, stockOf } from '../../../ui/pair.ts';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { accountMessages } from '../account/messages.ts';
import {
  actionText,
  averageOf,
  filledOf,
  legText,
  priceText,
  sizeText,
  statusTones,
  triggerLines,
} from '../account/order-words.ts';
import { SignedMoney } from '../account/signed-money.tsx';
import styles from './dialogs.module.css';

interface OrderDetailsDialogProps {
  order: PerpetualOrder;
  onClose: () => void;
}

/** Everything that is known of an order or algo, and why it ended. Times of the order are Unix milliseconds. */
export function OrderDetailsDialog({ order, onClose }: OrderDetailsDialogProps) {
  const { t } = useTranslation(accountMessages);
  const money = moneyOf(order.market);
  const time = (ms: number) => formatDateTime(ms / 1000);
  const figure = (value: string) => (Number(value) === 0 ? '–' : formatUpTo(value, 8));
  const known: (Fact | null)[] = [
    {
      label: t('column.status'),
      value: <StatusChip tone={statusTones[order.status]} label={t(`status.${order.status}`)} />,
    },
    order.reason
      ? { label: t('details.reason'), value: t(`reason.${order.reason}`, { defaultValue: order.reason }) }
      : null,
    { label: t('column.type'), value: t(`type.${order.type}`) },
    { label: t('details.mode'), value: `${t(`mode.${order.mode}`)} ${t('leverage.times', { value: order.leverage })}` },
    isPerpetualAlgo(order) ? null : { label: t('column.price'), value: priceText(order.price, t) },
    ...(isPerpetualAlgo(order)
      ? triggerLines(order, t).map((value, at) => ({ label: at === 0 ? t('column.trigger') : t('details.or'), value }))
      : []),
    { label: t('column.size'), value: sizeText(order, t) },
    order.amount === ''
      ? null
      : { label: t('details.coins'), value: `${figure(order.amount)} ${stockOf(order.market)}` },
    { label: t('column.filled'), value: figure(filledOf(order)) },
    { label: t('column.average'), value: figure(averageOf(order)) },
    { label: t('column.fee'), value: <SignedMoney value={order.fee} ticker={order.fee_currency || money} /> },
    { label: t('column.profit'), value: <SignedMoney value={order.pnl} ticker={money} colored /> },
    { label: t('details.last'), value: figure(order.last) },
    isPerpetualAlgo(order) ? null : legFact('tp'),
    isPerpetualAlgo(order) ? null : legFact('sl'),
    { label: t('details.reduceOnly'), value: t(order.reduce_only ? 'yes' : 'no') },
    { label: t('details.created'), value: time(order.create_time) },
    { label: t('details.updated'), value: time(order.update_time) },
    order.finish_time === null ? null : { label: t('details.finished'), value: time(order.finish_time) },
  ];

  function legFact(leg: 'tp' | 'sl'): Fact | null {
    const text = legText(order, leg, t);
    return text === '' ? null : { label: t(`tpsl.${leg}`), value: text };
  }

  return (
    <Dialog title={t(isPerpetualAlgo(order) ? 'details.algoTitle' : 'details.title')} onClose={onClose}>
      <div className={styles.form}>
        <p className={styles.who}>
          {pairText(order.market)} <span className={order.side}>{actionText(order, t)}</span>
        </p>
        <Facts facts={known.filter((fact) => fact !== null)} />
        <p className={styles.line}>
          <span>{t('details.id')}</span>
          <span className="mono">
            {order.id} <CopyButton text={String(order.id)} label={t('details.copyId')} />
          </span>
        </p>
      </div>
    </Dialog>
  );
}
