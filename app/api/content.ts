import { author } from './content/author.ts'
import { city } from './content/city.ts'
import { comment, comments, judgeComment, waitingComments } from './content/comments.ts'
import { faq, help, helpEntry } from './content/help.ts'
import { index } from './content/index-of-texts.ts'
import { page } from './content/page.ts'
import { post } from './content/post.ts'
import { posts, tags } from './content/posts.ts'
import { dislike, like } from './content/vote.ts'

export const content = {
  ...{ faq, page, help, helpEntry, city, author, index },
  ...{ tags, posts, post, like, dislike },
  ...{ comments, comment, waitingComments, judgeComment },
}
