import { cancel } from './reservations/cancel.ts'
import { list } from './reservations/list.ts'
import { read } from './reservations/read.ts'
import { sendAgain } from './reservations/send-again.ts'

export const reservations = { list, read, cancel, sendAgain }
