/** Connections from accept to close: requests in, methods run, pings, idleness. */

import type { Duplex } from 'node:stream';
import { DomainError } from '@pelican/shared/contracts';
import { tracing } from '@pelican/tracing';
import type { Logger } from 'pino';
import type { RawData, WebSocket } from 'ws';
import { AddressAmounts, addressesOfSite, toDomainError } from '../../../platform/http/index.ts';
import { socketConnections } from '../../../platform/metrics/index.ts';
import { Call, type Method } from '../calls/call.ts';
import type { SocketSessions } from '../system/sessions.ts';
import { Backlog } from './backlog.ts';
import { Connection } from './connection.ts';
import { parseRequest, refusal, rpcError } from './envelope.ts';
import type { SocketLimits } from './limits.ts';
import { FlushSchedule } from './outbound.ts';

const sweepMs = 1_000;
const tooManyRequests = rpcError(new DomainError('too_many_requests', { message: 'too many requests' }));

export interface GatewayDeps {
  methods: ReadonlyMap<string, Method>;
  sessions: SocketSessions;
  limits: SocketLimits;
  log: Pick<Logger, 'error'>;
}

export class Gateway {
  readonly connections = new Set<Connection>();

  private readonly deps: GatewayDeps;
  private readonly schedule = new FlushSchedule();
  private readonly backlog: Backlog;
  private readonly connectionsOf = new AddressAmounts();
  private readonly sweepTimer: NodeJS.Timeout;

  constructor(deps: GatewayDeps) {
    this.deps = deps;
    this.backlog = new Backlog(deps.limits);
    this.sweepTimer = setInterval(() => this.sweep(), Math.min(sweepMs, deps.limits.pingMs, deps.limits.idleMs));
  }

  close(): void {
    clearInterval(this.sweepTimer);
    for (const connection of this.connections) connection.close(1001, 'going away');
  }

  /** Whether this address may open one more. */
  hasRoomFor(ip: string): boolean {
    const { connectionsMax, connectionsPerIp } = this.deps.limits;
    if (this.connections.size >= connectionsMax) return false;
    // No site takes the room of all others, whatever its addresses may have.
    const siteMax = Math.min(connectionsPerIp * addressesOfSite, Math.ceil(connectionsMax / 2));
    return this.connectionsOf.isBelow(ip, connectionsPerIp, siteMax);
  }

  accept(webSocket: WebSocket, stream: Duplex, ip: string): void {
    const connection = new Connection(webSocket, stream, ip, {
      limits: this.deps.limits,
      schedule: this.schedule,
      backlog: this.backlog,
      nowMs: performance.now(),
    });
    this.connections.add(connection);
    socketConnections.inc();
    this.connectionsOf.add(ip, 1);
    const heard = () => {
      connection.lastInboundMs = performance.now();
    };
    webSocket.on('message', (data) => this.onMessage(connection, data));
    webSocket.on('ping', heard);
    webSocket.on('pong', heard);
    // ws has closed the connection with the fitting code (1009 for a message too long, 1007 for bad UTF-8).
    webSocket.on('error', () => undefined);
    webSocket.on('close', () => this.onClose(connection));
  }

  /** Events may be missing from the private streams of these readers: they come back and ask. */
  closePrivate(isConcerned: (connection: Connection) => boolean): void {
    for (const connection of this.connections) {
      if (isConcerned(connection)) connection.close(1012, 'events were missed');
    }
  }

  private onMessage(connection: Connection, data: RawData): void {
    const nowMs = performance.now();
    connection.lastInboundMs = nowMs;
    if (!connection.isOpen) return;
    const parsed = parseRequest(data.toString());
    if (!('request' in parsed)) {
      this.onMalformed(connection, parsed.idText);
      return;
    }
    const { idText, method, params, traceparent } = parsed.request;
    if (!connection.allowance(nowMs)) {
      connection.send(refusal(tooManyRequests, idText));
      return;
    }
    const call = new Call(connection, params, idText);
    if (tracing === undefined) this.run(method, call);
    else this.runTraced(method, call, traceparent);
  }

  private runTraced(name: string, call: Call, traceparent: unknown): void {
    const isKnown = this.deps.methods.has(name);
    const { connection } = call;
    call.span = isKnown ? tracing?.request(name, traceparent, { 'rpc.method': name }) : undefined;
    if (connection.principal) call.span?.setAttribute('pelican.user', connection.principal.userId);
    if (call.span) tracing?.within(call.span, () => this.run(name, call));
    else this.run(name, call);
  }

  private run(name: string, call: Call): void {
    const method = this.deps.methods.get(name);
    if (!method) {
      call.refuse(new DomainError('not_found', { message: 'method not found' }));
      return;
    }
    try {
      const running = method(call);
      if (running) running.catch((error: unknown) => this.refuse(call, name, error));
    } catch (error) {
      this.refuse(call, name, error);
    }
  }

  private refuse(call: Call, method: string, error: unknown): void {
    const refusal = toDomainError(error);
    if (refusal.code === 'internal_error') this.deps.log.error({ err: error, method }, 'a socket call failed');
    call.refuse(refusal);
  }

  private onMalformed(connection: Connection, idText: string): void {
    connection.malformed++;
    const error = new DomainError('invalid_argument', { message: 'invalid argument: not a request' });
    connection.send(refusal(rpcError(error), idText));
    if (connection.malformed >= this.deps.limits.malformedMax) connection.close(1008, 'malformed messages');
  }

  private onClose(connection: Connection): void {
    connection.end();
    this.deps.sessions.leave(connection);
    this.connections.delete(connection);
    socketConnections.dec();
    this.connectionsOf.add(connection.ip, -1);
  }

  private sweep(): void {
    const nowMs = performance.now();
    const { idleMs, pingMs } = this.deps.limits;
    for (const connection of this.connections) {
      if (nowMs - connection.lastInboundMs >= idleMs) connection.close(1001, 'idle');
      else if (nowMs - connection.lastPingMs >= pingMs) {
        connection.lastPingMs = nowMs;
        connection.ping();
      }
    }
  }
}
