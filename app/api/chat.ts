import { createReserve, createSale } from './chat/create.ts'
import { edit } from './chat/edit.ts'
import { markRead } from './chat/mark-read.ts'
import { messages } from './chat/messages.ts'
import { newMessage } from './chat/new-message.ts'
import { room, rooms, unread } from './chat/rooms.ts'
import { socketTicket } from './chat/socket-ticket.ts'

export const chat = {
  rooms,
  unread,
  createSale,
  createReserve,
  room,
  messages,
  newMessage,
  edit,
  markRead,
  socketTicket,
}
