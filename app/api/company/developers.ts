import { list as events } from './developers/events/list.ts'
import { create, list, read, revoke, rotate } from './developers/keys.ts'

export const developers = { keys: { list, create, read, rotate, revoke }, events: { list: events } }
