import { useEffect, useState } from 'react';

/** Whole seconds that are left until a time, 0 when it is over. @param untilMs by the clock of this machine; null for none */
export function useCountdown(untilMs: number | null): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  const isOver = untilMs === null || untilMs <= nowMs;
  useEffect(() => {
    if (untilMs === null || untilMs <= Date.now()) return;
    setNowMs(Date.now());
    const timer = setInterval(() => setNowMs(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [untilMs]);
  return isOver ? 0 : Math.ceil((untilMs - nowMs) / 1_000);
}
