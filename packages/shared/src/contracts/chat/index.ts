/** The public chat: calls and shapes. */
export { chatEndpoints } from './endpoints.ts';
export { chatModerationEndpoints } from './moderation.ts';
export {
  type ChatHistory,
  type ChatMessage,
  type ChatMutes,
  chatMessageMax,
  type ModeratedMessage,
  muteMinutesMax,
  sendRequest,
} from './schemas.ts';
export { chatMethods } from './socket.ts';
