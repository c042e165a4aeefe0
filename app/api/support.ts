import { readAttachment } from './support/attachments.ts'
import { readTicketCall, ticket, tickets, unreadTickets } from './support/read-tickets.ts'
import { uploadChatFile, uploadTicketFile } from './support/upload.ts'
import { closeTicket, createTicket, replyToTicket } from './support/write-tickets.ts'

export const support = {
  ...{ tickets, unreadTickets, ticket, createTicket, replyToTicket, closeTicket, readTicket: readTicketCall },
  ...{ uploadTicketFile, uploadChatFile, readAttachment },
}
