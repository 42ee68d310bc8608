import type { Evidence, EvidenceKind } from '@pelican/shared/contracts/operations';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '../parts/words.ts';
import { ObjectLink } from '../records/object-link.tsx';
import { RecordSentence } from '../records/record-sentence.tsx';

/** One line of the timeline in words. */
export function EvidenceSentence({ line }: { line: Evidence }) {
  const Words = sentences[line.kind];
  return <Words {...line} />;
}

type Sentence = (line: Evidence) => ReactNode;

/** The compiler refuses a list that lacks a kind. */
const sentences: Record<EvidenceKind, Sentence> = {
  sign_in: SignIn,
  security: Recorded,
  kyc: Recorded,
  audit: Recorded,
  note: Note,
  ticket: Ticket,
  money: Money,
  transfer: Transfer,
  order: Order,
  trade: Trade,
  perpetual_order: PerpetualOrder,
  perpetual_trade: PerpetualTrade,
  notice: Notice,
};

function textOf(value: Evidence['facts'][string] | undefined): string {
  return value === null || value === undefined ? '' : String(value);
}

function useWords(facts: Evidence['facts']) {
  const { t } = useTranslation('ops');
  return (name: string) => t(`users.timeline.sentence.${name}`, { ...facts });
}

function SignIn({ facts }: Evidence) {
  const { t } = useTranslation('ops');
  const place = [textOf(facts.ip), textOf(facts.device)].filter(Boolean).join(', ');
  return (
    <span title={textOf(facts.program)}>
      {t(`users.timeline.signIn.${textOf(facts.event)}`)}
      {place && `, ${place}`}
      {facts.reason ? `: ${wordsOf(textOf(facts.reason))}` : ''}
    </span>
  );
}

function Recorded({ facts }: Evidence) {
  return (
    <span>
      <RecordSentence actor={textOf(facts.actor)} action={textOf(facts.action)} subject={textOf(facts.subject)} />
      {facts.reason ? `: ${textOf(facts.reason)}` : ''}
    </span>
  );
}

function Note({ facts }: Evidence) {
  return (
    <span>
      <ObjectLink name={`ops:${textOf(facts.author)}`} />: {textOf(facts.text)}
    </span>
  );
}

function Ticket({ id, facts }: Evidence) {
  return (
    <span>
      <ObjectLink name={`ticket:${id}`} />: {textOf(facts.topic)}
    </span>
  );
}

function Money({ facts }: Evidence) {
  const reference = textOf(facts.reference);
  return (
    <span>
      {textOf(facts.amount)} {textOf(facts.asset)}: {wordsOf(textOf(facts.entry))}
      {reference && ` (${reference})`}
    </span>
  );
}

function Transfer({ facts }: Evidence) {
  const say = useWords(facts);
  return (
    <span>
      {say('transfer')}
      {facts.refused ? `: ${wordsOf(textOf(facts.refused))}` : ''}
    </span>
  );
}

function Order({ facts }: Evidence) {
  return <span>{useWords(facts)('order')}</span>;
}

function Trade({ facts }: Evidence) {
  return <span>{useWords(facts)('trade')}</span>;
}

function PerpetualOrder({ facts }: Evidence) {
  const say = useWords(facts);
  return (
    <span>
      {say('perpetualOrder')}
      {facts.resting ? `, ${say('resting')}` : ''}
    </span>
  );
}

function PerpetualTrade({ facts }: Evidence) {
  return <span>{useWords(facts)('perpetualTrade')}</span>;
}

function Notice({ facts }: Evidence) {
  const say = useWords(facts);
  return (
    <span>
      {wordsOf(textOf(facts.notice))} ({say(facts.read ? 'read' : 'unread')})
    </span>
  );
}
