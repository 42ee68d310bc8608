/** Identity verification over HTTP: the owner's calls and the callback of the provider. */
import { DomainError } from '@pelican/shared/contracts';
import {
  type DocumentField,
  globalDocumentTexts,
  indianDocumentTexts,
  kycEndpoints,
  kycProviderEndpoints,
  kycUploadEndpoints,
} from '@pelican/shared/contracts/kyc';
import type * as z from 'zod/mini';
import { type CheckedFile, serveUploads, type Uploads } from '../../platform/files/index.ts';
import {
  type Call,
  type CsrfTokens,
  createRateLimit,
  type Guards,
  type HttpServer,
  type Principal,
  serve,
  serveSigned,
} from '../../platform/http/index.ts';
import type { Variant } from './cases.ts';
import type { KycService } from './service.ts';
import { uploadRules } from './upload-rules.ts';

const changesPerMinute = 30;

export interface KycRoutesDeps {
  kyc: KycService;
  uploads: Uploads;
  csrf: CsrfTokens;
  guards: Guards;
  /** Shared with the provider of India; undefined: there is none. */
  providerSecret: string | undefined;
}

export async function kycRoutes(
  app: HttpServer,
  { kyc, uploads, csrf, guards, providerSecret }: KycRoutesDeps,
): Promise<void> {
  const changes = createRateLimit<number>(changesPerMinute / 60, changesPerMinute);

  async function submitted(principal: Principal, work: (userId: number) => ReturnType<KycService['status']>) {
    changes.take(principal.userId);
    return { status: 'success' as const, kyc: await work(principal.userId) };
  }
  const info =
    (variant: Variant) =>
    ({ principal, body }: { principal: Principal; body: Parameters<KycService['sendInfo']>[2] }) =>
      submitted(principal, (userId) => kyc.sendInfo(userId, variant, body));
  const redo =
    (variant: Variant) =>
    ({ principal }: { principal: Principal }) =>
      submitted(principal, (userId) => kyc.redo(userId, variant));
  const redoByGet =
    (variant: Variant) => (call: Pick<Call<(typeof kycEndpoints)['GET /v2/kyc/redoKyc']>, 'principal' | 'request'>) => {
      csrf.demand(call.request.headers['x-csrf-token'], call.principal.sessionId ?? '');
      return redo(variant)(call);
    };
  const documents =
    (variant: Variant) =>
    ({
      principal,
      request,
    }: Pick<Call<(typeof kycUploadEndpoints)['POST /v2/kyc/documents']>, 'principal' | 'request'>) =>
      submitted(principal, async (userId) => {
        await kyc.demandUploader(userId);
        const upload = await uploads.receive(request, userId, uploadRules);
        const files = new Map<DocumentField, CheckedFile>();
        for (const [field, [file]] of upload.files) if (file) files.set(field as DocumentField, file);
        return kyc.sendDocuments(userId, variant, { ...textsOf(variant, upload.fields), files });
      });

  serve(app, guards, kycEndpoints, {
    'GET /v2/kyc/status': ({ principal }) => kyc.status(principal.userId),
    'GET /v2/kyc/documents': ({ principal }) => kyc.documents(principal.userId, 'global'),
    'GET /v2/kyc/documents-indian': ({ principal }) => kyc.documents(principal.userId, 'india'),
    'GET /v2/kyc/get-videoKYC-status': ({ principal }) => kyc.video(principal.userId),
    'GET /v2/kyc/redoKyc': redoByGet('india'),
    'GET /v2/kyc/intl-redoKyc': redoByGet('global'),
    'POST /v2/kyc/redoKyc': redo('india'),
    'POST /v2/kyc/intl-redoKyc': redo('global'),
    'POST /v2/kyc/passport': info('global'),
    'POST /v2/kyc/passport-indian': info('india'),
    'POST /v2/kyc/update-passport-indian': info('india'),
    'POST /v2/kyc/store-indian-customer': ({ principal }) =>
      submitted(principal, (userId) => kyc.begin(userId, 'india')),
    'POST /v2/kyc/getdataforKYC': ({ principal }) => kyc.data(principal.userId, 'india'),
    'POST /v2/kyc/intlGetdataforKYC': ({ principal }) => kyc.data(principal.userId, 'global'),
  });
  await serveSigned(app, { secret: providerSecret, headerPrefix: 'x-kyc' }, (scope) =>
    serve(scope, guards, kycProviderEndpoints, {
      'POST /v2/indian-kyc-response': async ({ body }) => {
        await kyc.takeProviderResponse(body);
        return { status: 'success' as const };
      },
    }),
  );
  await serveUploads(app, (scope) =>
    serve(scope, guards, kycUploadEndpoints, {
      'POST /v2/kyc/documents': documents('global'),
      'POST /v2/kyc/documents-indian': documents('india'),
      'POST /v2/kyc/update-documents': documents('global'),
      'POST /v2/kyc/update-documents-indian': documents('india'),
    }),
  );
}

/** @throws DomainError invalid_argument by field */
function textsOf(variant: Variant, fields: Record<string, string>) {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
  if (variant === 'global') {
    const { type: kind, number, issuing_country: issuingCountry } = demand(globalDocumentTexts, given);
    return { kind, number, issuingCountry };
  }
  const { panType, number, adhaarNumber: aadhaarNumber } = demand(indianDocumentTexts, given);
  return { panType, number, aadhaarNumber };
}

function demand<Schema extends z.ZodMiniType>(schema: Schema, given: unknown): z.output<Schema> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const fields: Record<string, string[]> = {};
  for (const { path, message } of parsed.error.issues) fields[String(path[0])] ??= [message];
  throw new DomainError('invalid_argument', { fields });
}
