/** Texts of the client: what its build has, and what operators have put in place of it. */
export { changeText } from './actions.ts';
export { startChangedTexts } from './changed-texts.ts';
export { type ClientTexts, createClientTexts } from './client-texts.ts';
export { createMessageFiles } from './message-files.ts';
export { textsOperatorRoutes } from './operator-routes.ts';
