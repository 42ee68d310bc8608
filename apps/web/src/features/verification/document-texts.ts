/** What is typed and chosen about a document, and what follows from it. */
import {
  type DocumentField,
  type GlobalKind,
  globalDocumentTexts,
  indianDocumentTexts,
  neededFiles,
  type OwnDocuments,
  type PanType,
} from '@pelican/shared/contracts/kyc';
import type { Variant } from '../../api/kyc.ts';
import { validateWith } from '../../identity/validate.ts';
import type { FieldErrors } from './form-errors.tsx';

export interface DocumentTexts {
  type: GlobalKind;
  panType: PanType;
  number: string;
  adhaarNumber: string;
  issuing_country: string;
}

/** What was sent, where a document is asked for again. */
type Before = Pick<OwnDocuments, 'type' | 'panType'> | undefined;

/** Those that the form begins with: the kind of document that was sent before; a number is typed anew. */
export function textsOf(before: Before): DocumentTexts {
  return {
    type: before?.type ?? 'passport',
    panType: before?.panType ?? 'card',
    number: '',
    adhaarNumber: '',
    issuing_country: '',
  };
}

/** The texts that are sent: those that were filled in. */
export function sentTexts(variant: Variant, texts: DocumentTexts): Record<string, string> {
  const { type, panType, number, adhaarNumber, issuing_country } = texts;
  const sent = variant === 'india' ? { panType, number, adhaarNumber } : { type, number, issuing_country };
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== ''));
}

/** What may not be left empty: nothing of a document that is sent again, the number of another document, all of the first. */
function requiredTexts(variant: Variant, texts: DocumentTexts, before: Before): (keyof DocumentTexts)[] {
  if (!before) return variant === 'india' ? ['number', 'adhaarNumber'] : ['number', 'issuing_country'];
  if (variant === 'india' || before.type === texts.type) return [];
  return ['number'];
}

export function textErrors(variant: Variant, texts: DocumentTexts, before: Before): FieldErrors {
  const schema = variant === 'india' ? indianDocumentTexts : globalDocumentTexts;
  const required = Object.fromEntries(requiredTexts(variant, texts, before).map((name) => [name, '']));
  return validateWith(schema)({ ...required, ...sentTexts(variant, texts) });
}

interface WantedFiles {
  variant: Variant;
  texts: DocumentTexts;
  /** The files that are asked for again; empty at first. */
  again: readonly DocumentField[];
  before: Before;
}

/** The files of the form: all at first; later those that were asked for again, and all of another document than before. */
export function wantedFiles({ variant, texts, again, before }: WantedFiles): readonly DocumentField[] {
  if (again.length === 0) return filesOf(variant, texts);
  if (!before) return again;
  const sent = filesOf(variant, textsOf(before));
  return filesOf(variant, texts).filter((field) => again.includes(field) || !sent.includes(field));
}

function filesOf(variant: Variant, { type, panType }: DocumentTexts): readonly DocumentField[] {
  return neededFiles(variant === 'india' ? { panType } : { kind: type });
}
