/** Content for operators. */
import { DomainError } from '@pelican/shared/contracts';
import { contentOperatorEndpoints, contentUploadEndpoints } from '@pelican/shared/contracts/content';
import { type ConsoleAnswer, type OperatorConsole, outcomeOf, outcomeWith } from '../../identity/index.ts';
import { serveUploads, type Uploads } from '../../platform/files/index.ts';
import { type HttpServer, serve } from '../../platform/http/index.ts';
import { changeContent, changeContentState, createContent, deleteContent } from './actions.ts';
import { listContent, showContent } from './desk.ts';
import { htmlOf } from './html.ts';
import { addContentImage, encodedImage, imageRules } from './images.ts';

/** Why a text was written is in the text. */
const reason = undefined;

export async function contentOperatorRoutes(
  app: HttpServer,
  operators: OperatorConsole,
  uploads: Uploads,
): Promise<void> {
  const { pool, guards } = operators;
  const withContent = (answer: ConsoleAnswer<number, unknown>) =>
    outcomeWith(answer, async (id) => ({ content: await showContent(pool, id) }));

  serve(app, guards, contentOperatorEndpoints, {
    'GET /v2/ops/content': ({ query: { search = '', ...query } }) => listContent(pool, { ...query, search }),
    'GET /v2/ops/content/:id': ({ params: { id } }) => showContent(pool, id),
    'POST /v2/ops/content': async ({ principal, reply, body }) =>
      withContent(await operators.submit({ principal, reply }, createContent, { payload: { item: body }, reason })),
    'POST /v2/ops/content/:id': async ({ principal, reply, params: { id }, body }) =>
      withContent(await operators.submit({ principal, reply }, changeContent, { payload: { id, ...body }, reason })),
    'POST /v2/ops/content/:id/state': async ({ principal, reply, params: { id }, body }) => {
      const { version, state, publish_at: publishAt, end_at: endAt } = body;
      const given = { payload: { id, version, state, publishAt, endAt }, reason: body.reason };
      return withContent(await operators.submit({ principal, reply }, changeContentState, given));
    },
    'DELETE /v2/ops/content/:id': async ({ principal, reply, params: { id } }) =>
      outcomeOf(await operators.submit({ principal, reply }, deleteContent, { payload: { id }, reason })),
    'POST /v2/ops/content/preview': ({ body: { text } }) => ({ html: htmlOf(text, 'text') }),
  });

  await serveUploads(app, (scope) =>
    serve(scope, guards, contentUploadEndpoints, {
      'POST /v2/ops/content/images': async ({ principal, request, reply }) => {
        const { files } = await uploads.receive(request, principal.userId, imageRules);
        const [file] = files.get('file') ?? [];
        if (!file) throw new DomainError('invalid_argument', { fields: { file: ['File not Uploaded'] } });
        const payload = await encodedImage(file.content);
        const answer = await operators.submit({ principal, reply }, addContentImage, { payload, reason });
        // It takes one person, so that it is done.
        if (answer.status === 'requested') throw new Error('a picture takes one operator');
        return answer.result;
      },
    }),
  );
}
