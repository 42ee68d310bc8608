import { useForm } from '@mantine/form';
import {
  type ContentItemDetails,
  type ContentItemRequest,
  contentItemRequest,
} from '@pelican/shared/contracts/content';
import type { Language } from '@pelican/shared/contracts/system';
import { languageCodes } from '@pelican/shared/contracts/system';
import { requiredText, validationText } from '@pelican/shared/validation';
import { useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from '../../../api/call.ts';
import { useServerErrors } from '../../../identity/use-server-errors.ts';

const empty = { title: '', body: '' };

/** What the editor holds: the texts of every language, empty where there are none. */
export type ItemValues = Omit<ContentItemRequest, 'texts' | 'category'> & {
  category: string;
  texts: Record<Language, { title: string; body: string }>;
};

function valuesOf(item: ContentItemRequest | undefined): ItemValues {
  const texts = Object.fromEntries(languageCodes.map((code) => [code, { ...empty, ...item?.texts[code] }]));
  return {
    kind: 'announcement',
    slug: '',
    category: 'general',
    pinned: false,
    position: 0,
    ...item,
    texts: texts as ItemValues['texts'],
  };
}

/** The first text of each field, by its path: 'texts.en.title'. */
function validate(values: ItemValues): Record<string, string> {
  const { error } = contentItemRequest.safeParse(values, { error: validationText });
  const errors: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) {
    const value = path.reduce<unknown>(
      (inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key],
      values,
    );
    errors[path.join('.')] ??= value === '' ? requiredText : message;
  }
  return errors;
}

interface ItemFormOptions {
  /** As it was loaded; undefined: a new one. */
  content: ContentItemDetails | undefined;
  onSaved: (content: ContentItemDetails) => void | Promise<void>;
  onRequested: () => void;
  /** @param fields with something wrong in them, in the order of the form */
  onWrong: (fields: string[]) => void;
}

/** The form of an item, judged by its contract, with what the server has against it. */
export function useItemForm({ content, onSaved, onRequested, onWrong }: ItemFormOptions) {
  const server = useServerErrors(['slug', 'category', 'position']);
  const form = useForm<ItemValues>({ mode: 'uncontrolled', initialValues: valuesOf(content?.item), validate });
  const mutation = useMutation({
    mutationFn: (values: ItemValues) => {
      const item = z.parse(contentItemRequest, values);
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
