import { useConnection } from '../../live/index.ts';

/** No frame for 10 s, or no connection: what is on screen may be wrong. */
export function useStale(): boolean {
  const { health } = useConnection();
  return health === 'stale' || health === 'offline';
}

/** No connection, and nothing known from before: what would be shown cannot be loaded now. */
export function useUnreachable(ready: boolean): boolean {
  const { health } = useConnection();
  return !ready && health === 'offline';
}
