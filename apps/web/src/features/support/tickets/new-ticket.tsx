import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type TicketDetails, ticketRequest } from '@pelican/shared/contracts/support';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { bodyOf } from '../../../api/files.ts';
import { AttachmentsField } from '../../../conversation/attachments-field.tsx';
import { FormAlert } from '../../../identity/form-alert.tsx';
import { useContractForm } from '../../../identity/use-contract-form.ts';
import { categoriesIn, ticketsKey } from '../queries.ts';
import styles from '../support.module.css';

interface NewTicketProps {
  onOpened: (ticket: TicketDetails) => void;
  onCancel: () => void;
}

const initial = { supportCategoryId: '', topic: '', text: '', file: [] as File[] };

/** Without a topic the server takes the beginning of the text. */
function requestOf({ topic, file: _, ...values }: typeof initial) {
  return topic.trim() === '' ? values : { ...values, topic };
}

/** A question to support. */
export function NewTicket({ onOpened, onCancel }: NewTicketProps) {
  const { t, i18n } = useTranslation('support');
  const client = useQueryClient();
  const { form, onSubmit, problem, isPending } = useContractForm({
    initial,
    schema: ticketRequest,
    requestOf,
    send: (request, { file }) => call('POST /v2/support', { body: bodyOf(request, file) }),
    onSent: (ticket) => {
      void client.invalidateQueries({ queryKey: ticketsKey });
      onOpened(ticket);
    },
  });
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      <FormAlert problem={problem} title={t('notSent')} />
      <NativeSelect
        label={t('ticket.category')}
        size="md"
        data={[
          { value: '', label: t('ticket.choose'), disabled: true },
          ...categoriesIn(i18n.language).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        key={form.key('supportCategoryId')}
        {...form.getInputProps('supportCategoryId')}
      />
      <TextInput
        label={t('ticket.topic')}
        description={t('ticket.topicHint')}
        size="md"
        maxLength={120}
        key={form.key('topic')}
        {...form.getInputProps('topic')}
      />
      <Textarea
        label={t('ticket.text')}
        description={t('ticket.textHint')}
        size="md"
        autosize
        minRows={5}
        maxRows={16}
        maxLength={5_000}
        key={form.key('text')}
        {...form.getInputProps('text')}
      />
      <AttachmentsField key={form.key('file')} {...form.getInputProps('file')} />
      <div className={styles.buttons}>
        <Button variant="default" size="md" onClick={onCancel}>
          {t('common:dialog.cancel')}
        </Button>
        <Button type="submit" size="md" loading={isPending}>
          {t('ticket.send')}
        </Button>
      </div>
    </form>
  );
}
