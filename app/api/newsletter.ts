import { confirm } from './newsletter/confirm.ts'
import { subscribe } from './newsletter/subscribe.ts'
import { unsubscribe } from './newsletter/unsubscribe.ts'

export const newsletter = { subscribe, confirm, unsubscribe }
