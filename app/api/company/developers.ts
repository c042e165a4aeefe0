import { list as events } from './developers/events/list.ts'
import { create, list, read, revoke, rotate } from './developers/keys.ts'
import { deliveries, delivery, replay, resend, test } from './developers/webhooks/deliveries.ts'
import * as webhooks from './developers/webhooks/endpoints.ts'

export const developers = {
  keys: { list, create, read, rotate, revoke },
  events: { list: events },
  webhooks: {
    list: webhooks.list,
    create: webhooks.create,
    read: webhooks.read,
    change: webhooks.change,
    remove: webhooks.remove,
    rotate: webhooks.rotate,
    ...{ test, replay, deliveries, delivery, resend },
  },
}
