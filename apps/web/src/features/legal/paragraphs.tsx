import { Fragment } from 'react';

const item = '- ';

interface Block {
  isList: boolean;
  lines: string[];
}

/** Lines are paragraphs; those that begin with a dash and stand one below the other are a list. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  for (const line of text.split('\n')) {
    const isList = line.startsWith(item);
    const last = blocks.at(-1);
    const content = isList ? line.slice(item.length) : line;
    if (isList && last?.isList) last.lines.push(content);
    else blocks.push({ isList, lines: [content] });
  }
  return blocks;
}

/** A text of a catalogue as paragraphs and lists. */
export function Paragraphs({ text }: { text: string }) {
  return blocksOf(text).map(({ isList, lines }) => (
    <Fragment key={lines[0]}>
      {isList ? (
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : (
        <p>{lines[0]}</p>
      )}
    </Fragment>
  ));
}
