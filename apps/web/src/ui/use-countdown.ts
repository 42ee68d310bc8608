import { useEffect, useState } from 'react';
import { serverNow } from '../platform/clock.ts';

/** Whole seconds that are left until a time, 0 when it is over. @param untilMs by the server's clock; null for none */
export function useCountdown(untilMs: number | null): number {
  const [nowMs, setNowMs] = useState(serverNow);
  const isOver = untilMs === null || untilMs <= nowMs;
  useEffect(() => {
    if (untilMs === null || untilMs <= serverNow()) return;
    setNowMs(serverNow());
    const timer = setInterval(() => setNowMs(serverNow()), 1_000);
    return () => clearInterval(timer);
  }, [untilMs]);
  return isOver ? 0 : Math.ceil((untilMs - nowMs) / 1_000);
}
