/** Files that people upload: taking, checking, keeping and showing them. docs/decisions/0087 */

export type { CheckedFile, FileRule, SentFile } from './check-file.ts';
export { webPicture } from './clean-image.ts';
export type { FileKind } from './file-kind.ts';
export { clamdScanner, type ScanFile } from './scanner.ts';
export { sendFile } from './send-file.ts';
export {
  deleteExpiredFiles,
  deleteFilesAfter,
  deleteFilesOf,
  type OpenedFile,
  openFile,
  type ResealedFiles,
  resealFileKeys,
  storeFile,
} from './store.ts';
export { createUploads, serveUploads, type Upload, type UploadRules, type Uploads } from './uploads.ts';
