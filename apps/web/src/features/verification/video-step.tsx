import { Button, FileButton } from '@mantine/core';
import { type KycStatus, videoBytesMax, videoSeconds } from '@pelican/shared/contracts/kyc';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sendDocuments, type Variant } from '../../api/kyc.ts';
import { IconVideo } from '../../ui/icons.ts';
import { useObjectAddress } from '../../ui/use-object-address.ts';
import { FormErrors, refusalOf } from './form-errors.tsx';
import { type Recorder, useRecorder } from './use-recorder.ts';
import styles from './verification.module.css';

interface VideoStepProps {
  variant: Variant;
  status: KycStatus;
  onBack: (() => void) | undefined;
  onStatus: (status: KycStatus) => void;
}

/** A short film of the face: recorded here, or chosen. */
export function VideoStep({ variant, status, onBack, onStatus }: VideoStepProps) {
  const { t } = useTranslation('verification');
  const [film, setFilm] = useState<Blob>();
  const [problem, setProblem] = useState<string>();
  const recorder = useRecorder(videoSeconds, (recorded) => take(recorded));
  const send = useMutation({
    mutationFn: (sent: Blob) => {
      const body = new FormData();
      body.append('video', sent, 'video');
      return sendDocuments(variant, body, status.resubmit.includes('video'));
    },
    onSuccess: ({ kyc }) => onStatus(kyc),
  });
  function take(chosen: Blob | null): void {
    if (!chosen) return;
    send.reset();
    const isRight = /^video\/(mp4|webm|quicktime)$/.test(chosen.type);
    if (!isRight) setProblem(t('file.type', { types: 'MP4, WebM' }));
    else if (chosen.size > videoBytesMax) setProblem(t('file.tooBig', { size: 8 }));
    else {
      setProblem(undefined);
      setFilm(chosen);
    }
  }
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (!film) setProblem(t('video.missing'));
    else if (!send.isPending) send.mutate(film);
  }
  const refusal = send.error ? refusalOf(send.error, ['video']) : undefined;
  const texts = [problem, refusal?.fields.video, ...(refusal?.messages ?? [])].filter((text) => text !== undefined);
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      <h2>{t('step.video')}</h2>
      <p>{t('video.about', { seconds: videoSeconds })}</p>
      <FormErrors messages={texts} isSent={refusal !== undefined} />
      <Stage recorder={recorder} film={film} />
      <div className={styles.buttons}>
        <Controls recorder={recorder} hasFilm={film !== undefined} onAgain={() => setFilm(undefined)} />
        <FileButton
          onChange={take}
          accept="video/mp4,video/webm,video/quicktime"
          inputProps={{ 'aria-label': t('file.video'), capture: 'user' }}
        >
          {(props) => (
            <Button {...props} variant="subtle">
              {t('video.upload')}
            </Button>
          )}
        </FileButton>
      </div>
      <p className="hint">{t('video.uploadHint')}</p>
      <div className={styles.buttons}>
        {onBack ? (
          <Button size="md" variant="default" onClick={onBack}>
            {t('back')}
          </Button>
        ) : (
          <span />
        )}
        <Button type="submit" size="md" loading={send.isPending}>
          {t('send')}
        </Button>
      </div>
    </form>
  );
}

function Stage({ recorder: { state, stream, seconds }, film }: { recorder: Recorder; film: Blob | undefined }) {
  const { t } = useTranslation('verification');
  const live = useRef<HTMLVideoElement>(null);
  const address = useObjectAddress(film);
  useEffect(() => {
    if (live.current) live.current.srcObject = stream ?? null;
  }, [stream]);
  return (
    <>
      <div className={styles.stage} data-live={stream ? true : undefined}>
        {stream ? (
          <video ref={live} autoPlay muted playsInline aria-label={t('video.live')} />
        ) : address ? (
          // biome-ignore lint/a11y/useMediaCaption: the person's own film, of which there are no captions
          <video src={address} controls playsInline aria-label={t('video.result')} />
        ) : (
          <IconVideo size={48} aria-hidden />
        )}
      </div>
      <p role="status" className="hint">
        {state === 'recording' && t('video.recording', { seconds })}
        {state === 'failed' && t('video.noCamera')}
      </p>
    </>
  );
}

function Controls({ recorder, hasFilm, onAgain }: { recorder: Recorder; hasFilm: boolean; onAgain: () => void }) {
  const { t } = useTranslation('verification');
  const { state, start, record, stop } = recorder;
  if (state === 'recording') return <Button onClick={stop}>{t('video.stop')}</Button>;
  if (state === 'live') return <Button onClick={record}>{t('video.record')}</Button>;
  function begin(): void {
    onAgain();
    start();
  }
  return (
    <Button variant="default" loading={state === 'starting'} onClick={begin}>
      {t(hasFilm ? 'video.again' : 'video.start')}
    </Button>
  );
}
