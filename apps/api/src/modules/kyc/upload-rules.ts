/** Which files a form of identity verification may have. */
import {
  type DocumentField,
  documentFields,
  formBytesMax,
  imageBytesMax,
  videoBytesMax,
} from '@pelican/shared/contracts/kyc';
import type { FileRule, SentFile, UploadRules } from '../../platform/files/index.ts';
import { isScreenshot } from './screenshot.ts';

async function refuseScreenshot(sent: SentFile): Promise<string | undefined> {
  return (await isScreenshot(sent)) ? 'Screenshots are not accepted: take a photo of the document' : undefined;
}

const document: FileRule = { kinds: ['jpeg'], bytesMax: imageBytesMax, inspect: refuseScreenshot };
const selfie: FileRule = { ...document, kinds: ['jpeg', 'png'] };
const video: FileRule = { kinds: ['mp4', 'webm'], bytesMax: videoBytesMax };

function ruleOf(field: DocumentField): FileRule {
  if (field === 'video') return video;
  return field === 'selfie' ? selfie : document;
}

export const uploadRules: UploadRules = {
  files: Object.fromEntries(documentFields.map((field) => [field, ruleOf(field)])),
  filesMax: 6,
  bodyBytesMax: formBytesMax,
  placesMax: 10,
};
