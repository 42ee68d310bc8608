import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useServerErrors } from './use-server-errors.ts';
import { validateWith } from './validate.ts';

interface ContractForm<Values, Request, Answer> {
  initial: Values;
  /** The same that the server checks by. */
  schema: z.ZodMiniType<Request>;
  /** The request as the schema takes it; the values themselves unless given. */
  requestOf?: (values: Values) => Record<string, unknown>;
  /** @param values what the form holds besides, such as files */
  send: (request: Request, values: Values) => Promise<Answer>;
  onSent: (answer: Answer) => void | Promise<void>;
  /** What was typed stays after sending; otherwise the form is empty again. */
  keepsValues?: boolean;
}

/**
 * A form that is judged by its contract before it is sent, and shows what the server has against it at its fields.
 * `isUntouched` says that it was sent with nothing filled in.
 */
export function useContractForm<Values extends Record<string, unknown>, Request, Answer>(
  options: ContractForm<Values, Request, Answer>,
) {
  const { initial, schema, requestOf = (values: Values) => values, send, onSent, keepsValues = false } = options;
  const server = useServerErrors(Object.keys(initial));
  const form = useForm<Values>({
    mode: 'uncontrolled',
    initialValues: initial,
    validate: (values) => validateWith(schema)(requestOf(values)),
  });
  const [isUntouched, setUntouched] = useState(false);
  const focusFirst = (errors: Record<string, unknown>) => {
    const first = Object.keys(initial).find((name) => errors[name]);
    if (first) form.getInputNode(first)?.focus();
  };
  const mutation = useMutation({
    mutationFn: (values: Values) => send(z.parse(schema, requestOf(values)), values),
    onMutate: server.clear,
    onSuccess: (answer) => {
      if (!keepsValues) form.reset();
      return onSent(answer);
    },
    onError: (error) => {
      const errors = server.take(error);
      form.setErrors(errors);
      focusFirst(errors);
    },
  });
  const onSubmit = form.onSubmit(
    (values) => {
      setUntouched(false);
      if (!mutation.isPending) mutation.mutate(values);
    },
    (errors) => {
      setUntouched(!form.isDirty());
      focusFirst(errors);
    },
  );
  return { form, onSubmit, problem: server.problem, isPending: mutation.isPending, isUntouched };
}
