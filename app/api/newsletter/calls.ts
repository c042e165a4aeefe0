import { confirm } from './confirm.ts'
import { subscribe } from './subscribe.ts'
import { chooseTopics, topics } from './topics.ts'
import { unsubscribe } from './unsubscribe.ts'

export const newsletter = { subscribe, confirm, unsubscribe, topics, chooseTopics }
