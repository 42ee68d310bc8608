import { useEffect, useState } from 'react';
import { formatLeft } from './format-time.ts';

/** What is left until `until` (Unix seconds), once a second; calls `onEnd` at zero. Not announced: it is no news. */
export function Countdown({ until, onEnd }: { until: number; onEnd?: () => void }) {
  const [left, setLeft] = useState(() => until - Date.now() / 1000);
  useEffect(() => {
    const tick = () => {
      const next = until - Date.now() / 1000;
      setLeft(next);
      if (next > 0) return;
      clearInterval(timer);
      onEnd?.();
    };
    const timer = setInterval(tick, 1000);
    tick();
    return () => clearInterval(timer);
  }, [until, onEnd]);
  return (
    <time className="tabular" role="timer" dateTime={new Date(until * 1000).toISOString()}>
      {formatLeft(left)}
    </time>
  );
}
