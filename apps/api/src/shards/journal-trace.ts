/** The spans of an entry's traced commands, from the append to Redis' answer that they are on disk. */
import { endFailed, type Span, type TracedCommand, tracedText, tracing } from '@pelican/tracing';

export class JournalTrace {
  private readonly commands: (TracedCommand & { span: Span })[] = [];

  /** Begins the span of a command below that of its request. */
  add(request: Span, place: { shard: string; sender: number; counter: number; index: number }): void {
    const span = tracing?.start('journal append', request.spanContext(), {
      kind: 'producer',
      attributes: {
        'pelican.shard': place.shard,
        'pelican.sender': place.sender,
        'pelican.counter': place.counter,
        'pelican.index': place.index,
      },
    });
    if (span) this.commands.push({ index: place.index, parent: span.spanContext(), span });
  }

  /** What goes beside the entry. */
  get text(): string {
    return tracedText(this.commands);
  }

  /** The entry is on disk. */
  appended(position: string): void {
    for (const { span } of this.commands.splice(0)) span.setAttribute('pelican.position', position).end();
  }

  /** The entry is given up, unless it was appended. */
  ended(): void {
    for (const { span } of this.commands.splice(0)) endFailed(span, 'not appended');
  }
}
