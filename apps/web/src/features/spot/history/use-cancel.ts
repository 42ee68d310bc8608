import type { SpotOrder } from '@pelican/shared/contracts/spot';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, messagesOf } from '../../../api/api-error.ts';
import { cancelAllOrders, cancelOrder, spotKeys } from '../../../api/spot.ts';
import { confirm } from '../../../ui/confirm.ts';
import { notify } from '../../../ui/notify.ts';

/** An order leaves the list at once and comes back if the server would not cancel it. */
export function useCancel() {
  const { t } = useTranslation('spot-history');
  const client = useQueryClient();
  const [leaving, setLeaving] = useState<ReadonlySet<number>>(new Set());
  const refresh = () => client.invalidateQueries({ queryKey: spotKeys.openOrders });
  const one = useMutation({
    mutationFn: (order: SpotOrder) => cancelOrder(order.id),
    onMutate: (order) => setLeaving((ids) => new Set(ids).add(order.id)),
    onError: (error, order) => {
      setLeaving((ids) => new Set([...ids].filter((id) => id !== order.id)));
      const isGone = error instanceof ApiError && error.code === 'order_not_found';
      notify.error(isGone ? t('cancel.gone') : messagesOf(error).join(' '), { title: t('cancel.failedTitle') });
    },
    onSettled: refresh,
  });
  const all = useMutation({
    mutationFn: (pair: string) => cancelAllOrders(pair),
    onSuccess: ({ cancelled }) => notify.success(t('cancel.allDone', { count: cancelled })),
    onError: (error) => notify.error(messagesOf(error)[0] ?? t('cancel.allFailed')),
    onSettled: refresh,
  });
  const askForAll = async (pair: string, count: number) => {
    const yes = await confirm({
      title: t('cancel.allTitle'),
      body: t(pair === '' ? 'cancel.allBody' : 'cancel.allBodyPair', { count, pair: pair.replace('_', '/') }),
      confirmLabel: t('cancel.all'),
      cancelLabel: t('cancel.keep'),
      tone: 'danger',
    });
    if (yes) all.mutate(pair);
  };
  return { leaving, cancel: (order: SpotOrder) => one.mutate(order), askForAll, isCancellingAll: all.isPending };
}
