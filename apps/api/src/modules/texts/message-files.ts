/** The catalogues of the client, as its build leaves them for the server. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DomainError } from '@pelican/shared/contracts';
import { type ClientLanguage, type MessageFile, messageFile } from '@pelican/shared/contracts/system';

export interface MessageFiles {
  /** The same object until a build has written another one. @throws DomainError not_found where there is no build */
  read(language: ClientLanguage): Promise<MessageFile>;
}

/** @param webDist the client's build; each file of it is read when it is first asked for, and again when it has changed */
export function createMessageFiles(webDist: string): MessageFiles {
  const known = new Map<ClientLanguage, { changedMs: number; file: MessageFile }>();
  return {
    async read(language) {
      const path = join(webDist, messageFile(language));
      const changedMs = await stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        (cause: unknown) => {
          throw new DomainError('not_found', { cause });
        },
      );
      const last = known.get(language);
      if (last?.changedMs === changedMs) return last.file;
      const file = JSON.parse(await readFile(path, 'utf8')) as MessageFile;
      known.set(language, { changedMs, file });
      return file;
    },
  };
}
