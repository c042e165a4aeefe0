import { comment } from './ads/comment.ts'
import { comments } from './ads/comments.ts'
import { dayPrices } from './ads/day-prices.ts'
import { readAd } from './ads/detail.ts'
import { index } from './ads/index-of-ads.ts'
import { judgeComment, waitingComments } from './ads/management.ts'
import { pinned } from './ads/pinned.ts'
import { availableRanges } from './ads/ranges.ts'
import { rate } from './ads/rate.ts'
import { search } from './ads/search.ts'
import { several } from './ads/several.ts'
import { api } from './call/context.ts'

const read = api.ads.read.handler(({ input, context }) => readAd(input, context))

export const ads = {
  index,
  search,
  pinned,
  dayPrices,
  read,
  several,
  availableRanges,
  comments,
  comment,
  waitingComments,
  judgeComment,
  rate,
}
