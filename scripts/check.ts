/** `npm run check`: everything static, in seconds. */
import { generateClient } from '../prisma/generate.ts';
import { runStages, staticSteps } from './testing/steps.ts';

await generateClient();
const results = await runStages([[staticSteps()]]);
process.exitCode = results.some((result) => result.failed > 0) ? 1 : 0;
