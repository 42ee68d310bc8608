import { useDebouncedValue } from '@mantine/hooks';
import type { SetLeverageResponse } from '@pelican/shared/contracts/perpetual';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../api/api-error.ts';
import { perpetualKeys, setLeverage } from '../../../api/perpetual.ts';
import type { Mode, PositionSide } from '../account/terms.ts';

const previewDelayMs = 250;

interface LeverageChange {
  market: string;
  mode: Mode;
  position: PositionSide;
  leverage: number;
  /** The versions of the positions concerned: another one asks for the figures again. */
  heldVersions: string;
}

/**
 * The dry run of a leverage and its confirmation. The confirmed call carries the position's version of the figures on
 * screen; when the position has changed since, the figures are renewed and the user is asked again.
 */
export function useLeverage(wanted: LeverageChange) {
  const client = useQueryClient();
  const [settled] = useDebouncedValue(wanted, previewDelayMs);
  const request = (from: LeverageChange) => ({
    market: from.market,
    mode: from.mode,
    leverage: from.leverage,
    ...(from.mode === 'isolated' ? { position: from.position } : {}),
  });
  const dryRun = useQuery({
    queryKey: [...perpetualKeys.leverages, 'preview', settled],
    queryFn: () => setLeverage({ ...request(settled), dry_run: true }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const isCurrent = settled.leverage === wanted.leverage && settled.position === wanted.position;
  const preview: SetLeverageResponse | undefined = isCurrent && !dryRun.isFetching ? dryRun.data : undefined;
  const change = useMutation({
    mutationFn: (shown: SetLeverageResponse) =>
      setLeverage({ ...request(wanted), position_version: shown.position_version }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: perpetualKeys.leverages }),
        client.invalidateQueries({ queryKey: perpetualKeys.positions }),
      ]),
  });
  const wasStale = change.error instanceof ApiError && change.error.code === 'stale_preview';

  /** @returns whether the leverage was set */
  async function submit(): Promise<boolean> {
    if (!preview) return false;
    try {
      await change.mutateAsync(preview);
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'stale_preview') await dryRun.refetch();
      return false;
    }
  }

  return {
    preview,
    submit,
    isPending: change.isPending,
    wasStale,
    error: wasStale ? null : (change.error ?? (isCurrent ? dryRun.error : null)),
  };
}
