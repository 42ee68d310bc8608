/** Notices: calls, categories and shapes. */
export {
  type DeliveryReport,
  deliveryReportEndpoints,
  type MessageOutcome,
} from './delivery-reports.ts';
export { noticesEndpoints } from './endpoints.ts';
export {
  type NoticeCategory,
  type NoticeChannel,
  type NoticeChoice,
  type NoticeChoices,
  type NoticePush,
  type NoticesResponse,
  type NoticeView,
  noticeCategories,
  noticeChannels,
} from './schemas.ts';
export { noticesMethods } from './socket.ts';
