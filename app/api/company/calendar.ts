import { block, blocks, unblock } from './calendar/blocks.ts'
import { conflicts, read } from './calendar/calendar.ts'
import { addSource, feedEvents, feeds, makeFeed, removeFeed, removeSource } from './calendar/feeds/feeds.ts'

export const calendar = {
  blocks,
  block,
  unblock,
  read,
  conflicts,
  feeds,
  makeFeed,
  removeFeed,
  addSource,
  removeSource,
  feedEvents,
}
