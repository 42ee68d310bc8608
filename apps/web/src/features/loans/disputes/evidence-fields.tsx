import { Textarea } from '@mantine/core';
import { evidenceLengthMax } from '@pelican/shared/contracts/loans';
import { AttachmentsField } from '../../../conversation/attachments-field.tsx';

interface EvidenceForm {
  key: (field: 'text' | 'file') => string;
  getInputProps: (field: 'text' | 'file') => object;
}

/** What a side says, and pictures of it. */
export function EvidenceFields({ form, label, hint }: { form: EvidenceForm; label: string; hint?: string }) {
  return (
    <>
      <Textarea
        label={label}
        description={hint}
        size="md"
        autosize
        minRows={3}
        maxRows={12}
        maxLength={evidenceLengthMax}
        key={form.key('text')}
        {...form.getInputProps('text')}
      />
      <AttachmentsField key={form.key('file')} {...form.getInputProps('file')} />
    </>
  );
}
