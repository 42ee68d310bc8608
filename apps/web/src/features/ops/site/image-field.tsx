import { Button, Input } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { contentImageBytesMax, contentImagePath } from '@pelican/shared/contracts/content';
import { useMutation } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messagesOf } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import styles from './site.module.css';
import type { ItemValues } from './use-item-form.ts';

/** A picture, which is stored at once; the item names it when it is saved. */
export function ImageField({ form }: { form: UseFormReturnType<ItemValues> }) {
  const { t } = useTranslation('ops-site');
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [image, setImage] = useState(form.getValues().image);
  const [error, setError] = useState<string>();
  const set = (hash: string) => {
    setImage(hash);
    form.setFieldValue('image', hash);
  };
  const upload = useMutation({
    mutationFn: (file: File) => {
      const body = new FormData();
      body.append('file', file);
      return call('POST /v2/ops/content/images', { body });
    },
    onSuccess: ({ image: hash }) => set(hash),
    onError: (failure) => setError(messagesOf(failure).join(' ')),
  });
  const choose = (file: File | undefined) => {
    if (!file) return;
    const isTooBig = file.size > contentImageBytesMax;
    setError(isTooBig ? t('imageTooBig') : undefined);
    if (!isTooBig) upload.mutate(file);
  };
  const path = contentImagePath(image);
  const shownError = error ?? form.errors.image;
  return (
    <Input.Wrapper labelElement="div" label={t('image')} description={t('imageHint')} error={shownError} id={id}>
      <div className={styles.image}>
        {path && <img src={path} alt={t('imageChosen')} height={64} />}
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg"
          hidden
          aria-label={t('image')}
          onChange={(event) => {
            choose(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
        <Button variant="default" loading={upload.isPending} onClick={() => input.current?.click()}>
          {t(path ? 'imageReplace' : 'imageAdd')}
        </Button>
        {path && (
          <Button variant="subtle" onClick={() => set('')}>
            {t('imageRemove')}
          </Button>
        )}
      </div>
    </Input.Wrapper>
  );
}
