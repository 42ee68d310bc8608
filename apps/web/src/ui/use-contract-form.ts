import { useForm } from '@mantine/form';
import { requiredText, validationText } from '@pelican/shared/validation';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { ApiError, messagesOf } from '../api/api-error.ts';

interface ContractForm<Values, Request, Answer> {
  initial: Values;
  /** The same that the server checks by. */
  schema: z.ZodMiniType<Request>;
  /** The request as the schema takes it; the values themselves unless given. */
  requestOf?: (values: Values) => unknown;
  /** @param values what the form holds besides, such as files */
  send: (request: Request, values: Values) => Promise<Answer>;
  onSent: (answer: Answer) => void | Promise<void>;
  /** What was typed stays after sending; otherwise the form is empty again. */
  keepsValues?: boolean;
}

/** A form that is judged by its contract before it is sent, and shows what the server has against it at its fields. */
export function useContractForm<Values extends Record<string, unknown>, Request, Answer>(
  options: ContractForm<Values, Request, Answer>,
) {
  const { initial, schema, requestOf = (values: Values) => values, send, onSent, keepsValues = false } = options;
  const [problem, setProblem] = useState<string>();
  const form = useForm<Values>({
    mode: 'uncontrolled',
    initialValues: initial,
    validate: (values) => fieldErrors(schema, requestOf(values)),
  });
  const focusFirst = (errors: Record<string, unknown>) => {
    const first = Object.keys(initial).find((name) => errors[name]);
    if (first) form.getInputNode(first)?.focus();
  };
  const mutation = useMutation({
    mutationFn: (values: Values) => send(z.parse(schema, requestOf(values)), values),
    onMutate: () => setProblem(undefined),
    onSuccess: (answer) => {
      if (!keepsValues) form.reset();
      return onSent(answer);
    },
    onError: (error) => {
      const known = error instanceof ApiError ? Object.entries(error.fields).filter(([name]) => name in initial) : [];
      const errors = Object.fromEntries(known.map(([name, texts]) => [name, texts.join(' ')]));
      form.setErrors(errors);
      focusFirst(errors);
      if (known.length === 0) setProblem(messagesOf(error).join(' '));
    },
  });
  const onSubmit = form.onSubmit((values) => {
    if (!mutation.isPending) mutation.mutate(values);
  }, focusFirst);
  return { form, onSubmit, problem, isPending: mutation.isPending };
}

/** The first text of each field. */
function fieldErrors(schema: z.ZodMiniType, values: unknown): Record<string, string> {
  const given = values as Record<string, unknown>;
  const errors: Record<string, string> = {};
  for (const issue of schema.safeParse(values, { error: validationText }).error?.issues ?? []) {
    const field = String(issue.path[0]);
    errors[field] ??= given[field] === '' ? requiredText : issue.message;
  }
  return errors;
}
