import { list } from './messages/list.ts'

export const messages = { list }
