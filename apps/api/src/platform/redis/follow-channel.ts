/** Messages that are published in Redis: the one place that subscribes. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { Counter } from 'prom-client';

export interface ChannelHandlers {
  onMessage(text: string): void;
  /** Messages may have been missed until now: when the connection breaks, and again once it is subscribed anew. */
  onGap?(): void;
  /** Takes errors of the connection, of a refused subscription and of handlers; the channel continues by itself. */
  onError(error: unknown): void;
}

/** Served by platform/metrics. */
export const subscriptionErrors = new Counter({
  name: 'redis_subscription_errors_total',
  help: 'Broken connections, refused subscriptions and unreadable messages of the channels of Redis that this process follows',
  labelNames: ['channel'],
  registers: [],
});

const retryMs = 1_000;

/**
 * Follows a channel until it is stopped, over any number of reconnections.
 * @param redis any connection; a connection of its own is opened beside it
 * @returns once it is subscribed
 */
export async function followChannel(
  redis: Pick<Redis, 'duplicate'>,
  channel: string,
  { onMessage, onGap, onError }: ChannelHandlers,
): Promise<{ stop(): void }> {
  // A failure of ioredis' own resubscription is an unhandled rejection, which ends the process.
  const subscriber = redis.duplicate({
    autoResubscribe: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: null,
    commandTimeout: undefined,
  });
  const stopping = new AbortController();
  const subscribed = Promise.withResolvers<void>();

  function report(error: unknown): void {
    if (stopping.signal.aborted) return;
    subscriptionErrors.inc({ channel });
    onError(error);
  }

  /** A connection that breaks meanwhile is subscribed when it is ready again. */
  async function subscribe(): Promise<void> {
    while (subscriber.status === 'ready') {
      try {
        await subscriber.subscribe(channel);
        subscribed.resolve();
        onGap?.();
        return;
      } catch (error) {
        report(error);
        await delay(retryMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  subscriber.on('error', report);
  subscriber.on('close', () => onGap?.());
  subscriber.on('ready', () => void subscribe());
  subscriber.on('message', (_channel: string, text: string) => {
    try {
      onMessage(text);
    } catch (error) {
      report(error);
    }
  });
  await subscribed.promise;
  return {
    stop() {
      stopping.abort();
      subscriber.disconnect();
    },
  };
}
