import type { OpenPosition } from '@pelican/shared/contracts/perpetual';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messagesOf } from '../../../api/api-error.ts';
import { closePosition } from '../../../api/perpetual.ts';
import { confirm } from '../../../ui/confirm.ts';
import { formatUpTo } from '../../../ui/format.ts';
import { notify } from '../../../ui/notify.ts';
import { pairText } from '../../../ui/pair.ts';
import { accountMessages } from '../account/messages.ts';
import type { CancelProgress } from './use-cancel-orders.ts';

/** Closes every position at market, one after the other in the order of their markets, and says what is left. */
export function useCloseAll() {
  const { t } = useTranslation(accountMessages);
  const [progress, setProgress] = useState<CancelProgress | null>(null);

  async function closeAll(positions: readonly OpenPosition[]): Promise<void> {
    const inOrder = [...positions].sort((a, b) => a.market.localeCompare(b.market) || a.position_id - b.position_id);
    const nameOf = (one: OpenPosition) =>
      `${pairText(one.market)} ${t(`position.${one.position}`)} ${t(`mode.${one.mode}`)}`;
    const yes = await confirm({
      title: t('closeAll.title', { count: inOrder.length }),
      body: (
        <>
          <p>{t('closeAll.body')}</p>
          <ul>
            {inOrder.map((one) => (
              <li key={one.position_id}>
                {nameOf(one)}: {t('size.contracts', { size: formatUpTo(one.sz, 8) })}
              </li>
            ))}
          </ul>
        </>
      ),
      confirmLabel: t('closeAll.do'),
      cancelLabel: t('closeAll.keep'),
      tone: 'danger',
    });
    if (!yes) return;
    const left: string[] = [];
    for (const [done, one] of inOrder.entries()) {
      setProgress({ done, total: inOrder.length });
      try {
        const { market, mode, position } = one;
        const { remaining, reason } = await closePosition({ market, mode, position });
        if (reason !== '') left.push(t('closeAll.rest', { name: nameOf(one), size: formatUpTo(remaining, 8) }));
      } catch (error) {
        left.push(`${nameOf(one)}: ${messagesOf(error).join(' ')}`);
      }
    }
    setProgress(null);
    if (left.length > 0) notify.warning(left.join(' · '), { title: t('closeAll.someLeft') });
    else notify.success(t('closeAll.done', { count: inOrder.length }));
  }

  return { closeAll, progress };
}
