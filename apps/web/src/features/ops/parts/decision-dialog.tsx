import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Combobox.css';
import { Button, Select, Textarea } from '@mantine/core';
import type { Requested } from '@pelican/shared/contracts/operations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, messagesOf } from '../../../api/api-error.ts';
import { refreshConsole } from '../../../api/operators.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { ChangedMeanwhile, type Meanwhile } from './changed-meanwhile.tsx';
import styles from './decision-dialog.module.css';
import { RequestedNote } from './requested-note.tsx';
import { useOperator } from './use-operator.ts';

const reasonMax = 500;

interface DecisionDialogProps<Answer> {
  /** The question: "Freeze alice@demo.local?" */
  title: string;
  /** What changes, with figures. */
  children?: ReactNode;
  /** The verb. */
  confirmLabel: string;
  tone?: 'primary' | 'danger';
  /** Usual reasons, to choose from; the text stays free. */
  reasons?: readonly string[];
  /** `optional`: the fields in the dialog say why. */
  reasonIs?: 'required' | 'optional';
  /** Whether the fields in the dialog may be sent; it shows what is wrong with them. */
  isComplete?: (reason: string) => boolean;
  /** Makes the call; an optional reason may be empty. A call of operators answers `done`, or `requested` when another operator has to approve. */
  submit: (reason: string) => Promise<Answer>;
  /** Said once it is done. */
  doneText: string;
  /** Called when it is done or asked for. What is on record when it is read is read again by the caller alone. */
  onDecided?: (answer: Answer) => void;
  /** Called when it is done, and not while another operator has to approve it. */
  onDone?: () => void;
  /** Whether another operator has to approve it, where the exchange has more than one; `sometimes`: what is on record decides. */
  takesTwo?: 'always' | 'sometimes' | undefined;
  /** Where somebody else has changed what the dialog shows. */
  meanwhile?: Meanwhile | undefined;
  onClose: () => void;
}

function isRequested(answer: unknown): answer is Requested {
  return typeof answer === 'object' && answer !== null && 'status' in answer && answer.status === 'requested';
}

/** Brings the first field that is wrong into sight each time that `show` is called: it may be above the edge of a long dialog. */
function useFirstProblem() {
  const form = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);
  return { form, show: () => setAttempts((before) => before + 1) };
}

/** A decision of an operator, with its reason, and what became of it. */
export function DecisionDialog<Answer>(props: DecisionDialogProps<Answer>) {
  const {
    title,
    children,
    confirmLabel,
    tone = 'primary',
    reasons,
    reasonIs = 'required',
    isComplete,
    submit,
    doneText,
    onDecided,
    onDone,
    takesTwo,
    meanwhile,
    onClose,
  } = props;
  const { t } = useTranslation('ops');
  const { two_persons: twoPersons } = useOperator();
  const client = useQueryClient();
  const { form, show: showProblem } = useFirstProblem();
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const decide = useMutation({
    mutationFn: () => submit(reason.trim()),
    onSuccess: (answer) => {
      void refreshConsole(client);
      onDecided?.(answer);
      if (isRequested(answer)) return;
      notify.success(doneText);
      onClose();
      onDone?.();
    },
    onError: (error) => {
      showProblem();
      // What is on record is not what the dialog shows: the present figures come into it.
      if (error instanceof ApiError && error.status === 409) void refreshConsole(client);
    },
  });
  if (isRequested(decide.data)) {
    return (
      <Dialog title={t('requested.title')} onClose={onClose}>
        <RequestedNote request={decide.data.request} />
        <div className={styles.buttons}>
          <Button data-autofocus onClick={onClose}>
            {t('decision.close')}
          </Button>
        </div>
      </Dialog>
    );
  }
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    const text = reason.trim();
    const isGiven = text !== '' || reasonIs === 'optional';
    setMissing(!isGiven);
    const mayBeSent = isComplete?.(text) ?? true;
    if (!isGiven || !mayBeSent) showProblem();
    else if (!decide.isPending) decide.mutate();
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        ref={form}
        onSubmit={onSubmit}
        noValidate
        onKeyDown={(event) => {
          // Browsers send a form by Enter from its inputs, and not from a list.
          if (event.key === 'Enter' && event.target instanceof HTMLSelectElement) onSubmit(event);
        }}
      >
        {children}
        {takesTwo && twoPersons && <p className={styles.takesTwo}>{t(`decision.takesTwo.${takesTwo}`)}</p>}
        {reasons && (
          <Select
            mt={16}
            label={t('decision.usual')}
            data={[...reasons]}
            value={reasons.includes(reason) ? reason : null}
            onChange={(next) => next !== null && setReason(next)}
            comboboxProps={{ withinPortal: false }}
          />
        )}
        <Textarea
          mt={16}
          data-autofocus={reasonIs === 'required' || undefined}
          label={t(reasonIs === 'required' ? 'decision.reason' : 'decision.remark')}
          description={t(reasons ? 'decision.reasonHintUsual' : 'decision.reasonHint')}
          required={reasonIs === 'required'}
          rows={2}
          maxLength={reasonMax}
          value={reason}
          error={isMissing && reason.trim() === '' ? t('decision.reasonMissing') : undefined}
          // The audit trail keeps a reason as one line.
          onChange={(event) => setReason(event.currentTarget.value.replaceAll(/\s/g, ' '))}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onSubmit(event);
            if (event.key === 'ArrowDown' && reasons && (reason === '' || reasons.includes(reason))) {
              event.preventDefault();
              setReason(reasons[(reasons.indexOf(reason) + 1) % reasons.length] ?? '');
            }
          }}
        />
        {meanwhile && (
          <ChangedMeanwhile
            figures={meanwhile.figures}
            take={() => {
              decide.reset();
              meanwhile.take();
            }}
          />
        )}
        {decide.error && (
          <p role="alert" className={styles.error}>
            {messagesOf(decide.error).join(' ')}
          </p>
        )}
        <div className={styles.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('common:dialog.cancel')}
          </Button>
          <Button type="submit" variant={tone === 'primary' ? 'filled' : 'danger'} loading={decide.isPending}>
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
