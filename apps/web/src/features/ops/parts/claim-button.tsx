import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { messagesOf } from '../../../api/api-error.ts';
import { type ClaimedPlace, claimPlace, queuesQuery, releasePlace } from '../../../api/operators.ts';
import { notify } from '../../../ui/notify.ts';
import { useKeys } from '../keys/use-keys.ts';
import { useOperator } from './use-operator.ts';

/** Says who works on it; one's own claim is given back by the same button. */
export function ClaimButton({ queue, id }: ClaimedPlace) {
  const { t } = useTranslation('ops');
  const client = useQueryClient();
  const { name } = useOperator();
  const { data } = useQuery(queuesQuery);
  const holder = data?.result.find((state) => state.queue === queue)?.claims.find((claim) => claim.id === id)?.operator;
  const change = useMutation({
    mutationFn: () => (holder === name ? releasePlace({ queue, id }) : claimPlace({ queue, id })),
    onError: (error) => notify.error(messagesOf(error).join(' '), { title: t('claim.failed') }),
    onSettled: () => client.invalidateQueries({ queryKey: queuesQuery.queryKey }),
  });
  const isOthers = holder !== undefined && holder !== name;
  useKeys({ c: isOthers ? undefined : () => change.mutate() });
  if (isOthers) return <span className="muted">{t('claim.other', { operator: holder })}</span>;
  return (
    <Button variant="default" loading={change.isPending} onClick={() => change.mutate()}>
      {t(holder === name ? 'claim.release' : 'claim.claim')}
    </Button>
  );
}
