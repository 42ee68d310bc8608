/** What one connection may do, and how often pushes go out. From the environment, so that a benchmark can raise it. */
import * as z from 'zod';

const whole = (name: string, fallback: number, min = 1) =>
  z.coerce
    .number({ error: `${name} must be a number` })
    .int({ error: `${name} must be a whole number` })
    .min(min, { error: `${name} must be at least ${min}` })
    .default(fallback);

const schema = z.object({
  SOCKET_REQUESTS_PER_SECOND: whole('SOCKET_REQUESTS_PER_SECOND', 50),
  SOCKET_REQUEST_BURST: whole('SOCKET_REQUEST_BURST', 200),
  SOCKET_LIST_MAX: whole('SOCKET_LIST_MAX', 200),
  SOCKET_MESSAGE_BYTES_MAX: whole('SOCKET_MESSAGE_BYTES_MAX', 16_384, 1024),
  SOCKET_CONNECTIONS_PER_IP: whole('SOCKET_CONNECTIONS_PER_IP', 100),
  SOCKET_CONNECTIONS_MAX: whole('SOCKET_CONNECTIONS_MAX', 20_000),
  SOCKET_MALFORMED_MAX: whole('SOCKET_MALFORMED_MAX', 10),
  SOCKET_IDLE_MS: whole('SOCKET_IDLE_MS', 75_000, 100),
  SOCKET_PING_MS: whole('SOCKET_PING_MS', 30_000, 100),
  SOCKET_WAITING_BYTES_MAX: whole('SOCKET_WAITING_BYTES_MAX', 4 * 1024 * 1024, 1024),
  SOCKET_WAITING_BYTES_MAX_PER_IP: whole('SOCKET_WAITING_BYTES_MAX_PER_IP', 32 * 1024 * 1024, 1024),
  SOCKET_WAITING_BYTES_MAX_TOTAL: whole('SOCKET_WAITING_BYTES_MAX_TOTAL', 256 * 1024 * 1024, 1024),
  SOCKET_SLOW_BYTES: whole('SOCKET_SLOW_BYTES', 128 * 1024, 1024),
  SOCKET_DEPTH_MS: whole('SOCKET_DEPTH_MS', 100),
  SOCKET_DEALS_MS: whole('SOCKET_DEALS_MS', 50),
  SOCKET_FIGURES_MS: whole('SOCKET_FIGURES_MS', 250),
  SOCKET_CLEAN_MS: whole('SOCKET_CLEAN_MS', 60_000),
  SOCKET_QUIET_CLEAN_MS: whole('SOCKET_QUIET_CLEAN_MS', 10_000),
});

export interface SocketLimits {
  requestsPerSecond: number;
  requestBurst: number;
  /** Markets or assets in one list. */
  listMax: number;
  /** Longer messages close the connection before they are parsed. A token of 8 kB and a list of 200 names fit. */
  messageBytesMax: number;
  connectionsPerIp: number;
  /** Of all addresses. */
  connectionsMax: number;
  /** The malformed message of this number closes the connection. */
  malformedMax: number;
  /** Without any inbound frame for so long a connection is closed. */
  idleMs: number;
  pingMs: number;
  /** Unsent bytes at which a reader is too slow to be served: closed with 1013. */
  waitingBytesMax: number;
  /** Unsent bytes of all slow readers of an IPv4 address or IPv6 /48, and of all: beyond it the largest is dropped. */
  waitingBytesMaxPerIp: number;
  waitingBytesMaxTotal: number;
  /** Unsent bytes from which on public streams are conflated. */
  slowBytes: number;
  depthMs: number;
  tradesMs: number;
  /** Price, state, today and kline. */
  figuresMs: number;
  /** A book is sent whole at least so often. */
  cleanMs: number;
  /** And once after so much quiet. */
  quietCleanMs: number;
}

/** @throws z.ZodError naming each wrong variable */
export function readSocketLimits(env: NodeJS.ProcessEnv): SocketLimits {
  const given = schema.parse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')));
  return {
    requestsPerSecond: given.SOCKET_REQUESTS_PER_SECOND,
    requestBurst: given.SOCKET_REQUEST_BURST,
    listMax: given.SOCKET_LIST_MAX,
    messageBytesMax: given.SOCKET_MESSAGE_BYTES_MAX,
    connectionsPerIp: given.SOCKET_CONNECTIONS_PER_IP,
    connectionsMax: given.SOCKET_CONNECTIONS_MAX,
    malformedMax: given.SOCKET_MALFORMED_MAX,
    idleMs: given.SOCKET_IDLE_MS,
    pingMs: given.SOCKET_PING_MS,
    waitingBytesMax: given.SOCKET_WAITING_BYTES_MAX,
    waitingBytesMaxPerIp: given.SOCKET_WAITING_BYTES_MAX_PER_IP,
    waitingBytesMaxTotal: given.SOCKET_WAITING_BYTES_MAX_TOTAL,
    slowBytes: given.SOCKET_SLOW_BYTES,
    depthMs: given.SOCKET_DEPTH_MS,
    tradesMs: given.SOCKET_DEALS_MS,
    figuresMs: given.SOCKET_FIGURES_MS,
    cleanMs: given.SOCKET_CLEAN_MS,
    quietCleanMs: given.SOCKET_QUIET_CLEAN_MS,
  };
}
