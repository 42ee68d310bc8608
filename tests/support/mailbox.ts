/** What the exchange has sent, as /dev/mailbox shows it. */

interface Message {
  text: string;
}

/** The texts that were sent to a mail address or telephone, the newest first. */
async function textsTo(url: string, to: string): Promise<string[]> {
  const answer = await fetch(`${url}/dev/mailbox?to=${encodeURIComponent(to)}`);
  const { result } = (await answer.json()) as { result: Message[] };
  return result.map(({ text }) => text);
}

/** What the newest message that matches says in its first group. @throws Error when none does */
export async function sentTo(url: string, to: string, pattern: RegExp): Promise<string> {
  const texts = await textsTo(url, to);
  for (const text of texts) {
    const found = pattern.exec(text)?.[1];
    if (found !== undefined) return found;
  }
  throw new Error(`nothing that was sent to ${to} matches ${pattern}: ${texts.join('\n---\n')}`);
}

/** The newest code of six digits. */
export function codeSentTo(url: string, to: string): Promise<string> {
  return sentTo(url, to, /\b(\d{6})\b/);
}
