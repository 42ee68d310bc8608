import { useForm } from '@mantine/form';
import { type ContentItemDetails, type ContentKind, contentItemRequest } from '@pelican/shared/contracts/content';
import type { Language } from '@pelican/shared/contracts/system';
import { languageCodes } from '@pelican/shared/contracts/system';
import { requiredText, validationText } from '@pelican/shared/validation';
import { useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from '../../../api/call.ts';
import { useServerErrors } from '../../../identity/use-server-errors.ts';

const empty = { title: '', body: '' };

/** What the editor holds: the fields of all kinds, and the texts of every language, empty where there are none. */
export interface ItemValues {
  kind: ContentKind;
  slug: string;
  category: string;
  pinned: boolean;
  position: number;
  ticker: string;
  link: string;
  /** One to a word. */
  pairs: string;
  place: string;
  /** The hash of a picture; '' for none. */
  image: string;
  places: number;
  /** Unix seconds. */
  start_time: number | null;
  pair: string;
  level: string;
  /** None: on every page. */
  areas: string[];
  texts: Record<Language, { title: string; body: string }>;
}

function valuesOf(kind: ContentKind, item: ContentItemDetails['item'] | undefined): ItemValues {
  const texts = Object.fromEntries(languageCodes.map((code) => [code, { ...empty, ...item?.texts[code] }]));
  return {
    kind,
    slug: item?.slug ?? '',
    category: item?.category ?? 'general',
    pinned: item?.pinned ?? false,
    position: item?.position ?? 0,
    ticker: item?.ticker ?? '',
    link: item?.link ?? '',
    place: item?.place ?? 'LATEST',
    image: item?.image ?? '',
    places: item?.places ?? 0,
    pair: item?.pair ?? '',
    level: item?.level ?? 'info',
    areas: item?.areas ?? [],
    start_time: item?.start_time ?? null,
    pairs: item?.pairs?.join(' ') ?? '',
    texts: texts as ItemValues['texts'],
  };
}

/** As the contract takes it, which drops the fields of other kinds. */
function itemOf(values: ItemValues) {
  const { kind, texts } = values;
  const pair = values.pair.trim().toUpperCase();
  return {
    ...values,
    pair,
    start_time: values.start_time ?? undefined,
    // A market is named by its pair in every language.
    texts: kind === 'front_currency' ? { en: { title: pair, body: '' } } : texts,
    pairs: values.pairs
      .toUpperCase()
      .split(/[\s,]+/)
      .filter(Boolean),
  };
}

/** The first text of each field, by its path: 'texts.en.title'. */
function validate(values: ItemValues): Record<string, string> {
  const { error } = contentItemRequest.safeParse(itemOf(values), { error: validationText });
  const errors: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) {
    const value = path.reduce<unknown>(
      (inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key],
      values,
    );
    const field = path[0] === 'pairs' ? 'pairs' : path.join('.');
    errors[field] ??= value === '' || value === null ? requiredText : message;
  }
  return errors;
}

interface ItemFormOptions {
  kind: ContentKind;
  /** As it was loaded; undefined: a new one. */
  content: ContentItemDetails | undefined;
  onSaved: (content: ContentItemDetails) => void | Promise<void>;
  onRequested: () => void;
  /** @param fields with something wrong in them, in the order of the form */
  onWrong: (fields: string[]) => void;
}

/** The form of an item, judged by its contract, with what the server has against it. */
export function useItemForm({ kind, content, onSaved, onRequested, onWrong }: ItemFormOptions) {
  const server = useServerErrors([
    ...[
      'slug',
      'category',
      'position',
      'ticker',
      'link',
      'pairs',
      'place',
      'image',
      'places',
      'start_time',
      'pair',
      'level',
      'areas',
    ],
  ]);
  const form = useForm<ItemValues>({ mode: 'uncontrolled', initialValues: valuesOf(kind, content?.item), validate });
  const mutation = useMutation({
    mutationFn: (values: ItemValues) => {
      const item = z.parse(contentItemRequest, itemOf(values));
      return content
        ? call('POST /v2/ops/content/:id', { params: { id: content.id }, body: { version: content.version, item } })
        : call('POST /v2/ops/content', { body: item });
    },
    onMutate: server.clear,
    onSuccess: (sent) => (sent.status === 'requested' ? onRequested() : onSaved(sent.content)),
    onError: (error) => {
      const errors = server.take(error);
      form.setErrors(errors);
      onWrong(Object.keys(errors));
    },
  });
  const onSubmit = form.onSubmit(
    (values) => {
      if (!mutation.isPending) mutation.mutate(values);
    },
    (errors) => onWrong(Object.keys(errors)),
  );
  return { form, onSubmit, problem: server.problem, error: mutation.error, isPending: mutation.isPending };
}
