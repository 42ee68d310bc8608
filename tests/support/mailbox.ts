/** What the exchange has sent, as /dev/mailbox shows it. */
import { until } from '../../scripts/services/process.ts';

const deliveryMsMax = 15_000;

interface Message {
  text: string;
}

/** The texts that were sent to a mail address or telephone, the newest first. */
async function textsTo(url: string, to: string): Promise<string[]> {
  const answer = await fetch(`${url}/dev/mailbox?to=${encodeURIComponent(to)}`);
  const { result } = (await answer.json()) as { result: Message[] };
  return result.map(({ text }) => text);
}

/** What the newest message that matches says in its first group; it may be written a moment after the call that causes it. @throws Error when none does */
export async function sentTo(url: string, to: string, pattern: RegExp): Promise<string> {
  let texts: string[] = [];
  let found: string | undefined;
  const isThere = async () => {
    texts = await textsTo(url, to);
    found = texts.map((text) => pattern.exec(text)?.[1]).find((group) => group !== undefined);
    return found !== undefined;
  };
  await until(`a message to ${to}`, isThere, deliveryMsMax).catch(() => undefined);
  if (found === undefined)
    throw new Error(`nothing that was sent to ${to} matches ${pattern}: ${texts.join('\n---\n')}`);
  return found;
}

/** The newest code of six digits. @param known codes that came before */
export function codeSentTo(url: string, to: string, known: readonly string[] = []): Promise<string> {
  const another = known.length > 0 ? `(?!(?:${known.join('|')})\\b)` : '';
  return sentTo(url, to, new RegExp(`\\b${another}(\\d{6})\\b`));
}
