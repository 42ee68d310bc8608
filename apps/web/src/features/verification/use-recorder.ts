/** Records a film with the camera of the device. */
import { useCallback, useEffect, useRef, useState } from 'react';

/** Small enough for a slow network, large enough to know a face. */
const videoBitsPerSecond = 700_000;
const audioBitsPerSecond = 64_000;
const types = ['video/mp4', 'video/webm;codecs=vp8,opus', 'video/webm'];

export type RecorderState = 'off' | 'starting' | 'live' | 'recording' | 'failed';

export interface Recorder {
  state: RecorderState;
  /** Of the camera while it is on. */
  stream: MediaStream | undefined;
  /** Whole seconds of the film that is being recorded. */
  seconds: number;
  start: () => void;
  record: () => void;
  stop: () => void;
}

/** @param onFilm called with what was recorded; the camera is off then */
export function useRecorder(secondsMax: number, onFilm: (film: Blob) => void): Recorder {
  const [state, setState] = useState<RecorderState>('off');
  const [stream, setStream] = useState<MediaStream>();
  const [seconds, setSeconds] = useState(0);
  const recorder = useRef<MediaRecorder>(undefined);

  useEffect(() => {
    return () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
  }, [stream]);

  const stop = useCallback(() => {
    if (recorder.current?.state === 'recording') recorder.current.stop();
  }, []);

  useEffect(() => {
    if (state !== 'recording') return;
    const timer = setInterval(() => setSeconds((past) => past + 1), 1_000);
    return () => clearInterval(timer);
  }, [state]);
  useEffect(() => {
    if (seconds >= secondsMax) stop();
  }, [seconds, secondsMax, stop]);

  async function open(): Promise<void> {
    setState('starting');
    try {
      const video = { facingMode: 'user', width: { ideal: 640 }, height: { ideal: 480 } };
      setStream(await navigator.mediaDevices.getUserMedia({ video, audio: true }));
      setState('live');
    } catch {
      setState('failed');
    }
  }

  function record(): void {
    if (!stream) return;
    const type = types.find((one) => MediaRecorder.isTypeSupported(one));
    const chunks: Blob[] = [];
    const made = new MediaRecorder(stream, {
      ...(type ? { mimeType: type } : {}),
      videoBitsPerSecond,
      audioBitsPerSecond,
    });
    made.addEventListener('dataavailable', ({ data }) => chunks.push(data));
    made.addEventListener('stop', () => {
      setStream(undefined);
      setState('off');
      onFilm(new Blob(chunks, { type: made.mimeType.split(';')[0] ?? 'video/webm' }));
    });
    recorder.current = made;
    setSeconds(0);
    setState('recording');
    made.start();
  }

  return { state, stream, seconds, start: () => void open(), record, stop };
}
