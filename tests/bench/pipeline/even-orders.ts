/** Orders over HTTP at an even rate, and how long each took until it was acknowledged. */
import { HttpLink } from './http-link.ts';
import type { Link, OnAnswer } from './link.ts';
import { OrderFlow } from './orders.ts';
import type { BenchUser } from './seed.ts';

const tickMs = 5;

export interface EvenOrders {
  /** Times go into this list from now on. */
  into(list: number[]): void;
  stop(): void;
}

/** Each order is timed from when it was due, also when the sender is late. */
export async function startOrders(port: number, users: BenchUser[], ordersPerSecond: number): Promise<EvenOrders> {
  let latencies: number[] = [];
  const onAnswer: OnAnswer = (dueMs) => latencies.push(performance.now() - dueMs);
  const open = await Promise.all(users.map((user, index) => HttpLink.open(port, user, new OrderFlow(index), onAnswer)));
  let sent = 0;
  const startMs = performance.now();
  const timer = setInterval(() => {
    const nowMs = performance.now();
    const due = Math.floor(((nowMs - startMs) * ordersPerSecond) / 1000);
    for (; sent < due; sent++) {
      const link = open[sent % open.length] as Link;
      link.send(1, nowMs);
      link.flush();
    }
  }, tickMs);
  return {
    into(list) {
      latencies = list;
    },
    stop() {
      clearInterval(timer);
      for (const link of open) link.close();
    },
  };
}
