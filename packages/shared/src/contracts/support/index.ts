/** Tickets, FAQ and forms: calls and shapes. */
export {
  type AttachmentLimits,
  type AttachmentView,
  applicationAttachments,
  attachmentsMax,
  formatsOf,
  supportFileFormats,
  ticketAttachments,
} from './attachments.ts';
export {
  categoryIds,
  isClosed,
  isSupportLanguage,
  type SupportCategoryId,
  type SupportLanguage,
  supportCategories,
  supportLanguages,
  type TicketStatus,
  ticketStatuses,
} from './catalog.ts';
export { supportEndpoints, supportUploadEndpoints } from './endpoints.ts';
export { type FaqEntryRequest, type FaqEntryView, type FaqItem, type FaqResponse, faqEntryRequest } from './faq.ts';
export {
  type Feature,
  type FeedbackRequest,
  type FormKind,
  type FormState,
  features,
  feedbackRequest,
  formKinds,
  formStates,
  type ListingRequest,
  listingRequest,
  type NotifyRequest,
  notifyRequest,
  type PartnershipRequest,
  partnershipRequest,
} from './forms.ts';
export { supportOperatorEndpoints } from './operator-endpoints.ts';
export type {
  OpsFormDetails,
  OpsFormView,
  OpsTicketDetails,
  OpsTicketRow,
  OpsTicketView,
  SavedAnswerView,
  TicketQueue,
} from './operators.ts';
export { savedAnswerRequest, ticketQueues } from './operators.ts';
export {
  type CommentView,
  commentRequest,
  commentsPage,
  commentsPageLetters,
  ownCommentsMax,
  type TicketDetails,
  type TicketRequest,
  type TicketView,
  ticketRequest,
  ticketTextMax,
} from './tickets.ts';
