/** heartbeat.update [time] each second: by it a client distinguishes a quiet market from a dead feed. */
import { notification } from '../connection/envelope.ts';
import type { Outbound } from '../connection/outbound.ts';
import { PublicStream } from './public-stream.ts';

function beat(): string {
  return notification('heartbeat.update', [Date.now() / 1000]);
}

export class HeartbeatStream extends PublicStream {
  push(): void {
    this.broadcast(beat());
  }

  refresh(outbound: Outbound): void {
    outbound.send(beat());
  }

  override sweep(): void {
    this.push();
  }

  restored(): void {}

  protected prepare(): void {}
}
