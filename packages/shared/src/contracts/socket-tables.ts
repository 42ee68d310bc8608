/** All calls and pushes of the socket, from the tables of the domains. */
import { chatMethods, chatPushes } from './chat/socket.ts';
import { noticesMethods, noticesPushes } from './notices/socket.ts';
import { perpetualMethods, perpetualPushes } from './perpetual/socket.ts';
import { spotMethods, spotPushes } from './spot/socket.ts';
import { supportPushes } from './support/socket.ts';
import { serverMethods, serverPushes } from './system/socket.ts';

export const socketMethods = {
  ...serverMethods,
  ...spotMethods,
  ...perpetualMethods,
  ...noticesMethods,
  ...chatMethods,
};
export const socketPushes = {
  ...serverPushes,
  ...spotPushes,
  ...perpetualPushes,
  ...noticesPushes,
  ...chatPushes,
  ...supportPushes,
};
