import { Button, Textarea } from '@mantine/core';
import { faultsOf, type TextView } from '@pelican/shared/contracts/texts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { refreshConsole } from '../../../api/operators.ts';
import { FormAlert } from '../../../identity/form-alert.tsx';
import { useServerErrors } from '../../../identity/use-server-errors.ts';
import { notify } from '../../../ui/notify.ts';
import { sayRequested } from '../parts/say-requested.ts';
import './messages.ts';
import { PutBackButton } from './put-back-button.tsx';
import { TextHints } from './text-hints.tsx';
import { TextPreview } from './text-preview.tsx';
import styles from './texts.module.css';
import { useFaultSentence } from './use-fault-sentence.ts';

interface TextEditorProps {
  text: Pick<TextView, 'id' | 'language' | 'changed'> & { original: string };
}

/** Another text in place of the original, with what is wrong with it as it is typed. */
export function TextEditor({ text: { id, language, original, changed } }: TextEditorProps) {
  const { t } = useTranslation('ops-texts');
  const client = useQueryClient();
  const [typed, setTyped] = useState(changed?.text ?? original);
  const [isChecked, setChecked] = useState(false);
  const server = useServerErrors(['text']);
  const [refusal, setRefusal] = useState<string>();
  const text = typed.trim();
  const faults = faultsOf(original, text);
  const sentenceOf = useFaultSentence(original);
  // Nothing has been typed yet where it is the original.
  const shown = faults.filter((fault) => fault !== 'same' || isChecked).map(sentenceOf);
  const version = changed?.version ?? 0;
  const save = useMutation({
    mutationFn: () => call('POST /v2/ops/texts/:id', { params: { id }, body: { text, version } }),
    onMutate: server.clear,
    onSuccess: ({ status }) => {
      if (status === 'requested') return sayRequested();
      notify.success(t('saved'));
      void refreshConsole(client);
    },
    onError: (error) => setRefusal(server.take(error).text),
  });
  const isOutdated = save.error instanceof ApiError && save.error.code === 'content_changed';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (faults.length === 0 && !save.isPending) save.mutate();
  };
  return (
    <form className={styles.editor} noValidate onSubmit={submit} aria-label={t('form')}>
      {isOutdated ? (
        <div role="alert" className={styles.outdated}>
          {t('outdated')}
          <Button variant="default" onClick={() => void refreshConsole(client)}>
            {t('reload')}
          </Button>
        </div>
      ) : (
        <FormAlert problem={server.problem} />
      )}
      <Textarea
        label={t('text')}
        description={<TextHints original={original} length={text.length} />}
        lang={language}
        rows={Math.min(8, Math.max(2, Math.ceil(original.length / 60)))}
        value={typed}
        error={refusal ?? (shown.length > 0 ? shown.join(' ') : undefined)}
        onChange={(event) => {
          setRefusal(undefined);
          setTyped(event.currentTarget.value);
        }}
      />
      <TextPreview id={id} language={language} text={text} />
      <div className={styles.buttons}>
        <Button type="submit" loading={save.isPending}>
          {t('save')}
        </Button>
        {changed && <PutBackButton id={id} version={version} original={original} />}
      </div>
    </form>
  );
}
