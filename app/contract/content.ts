import { z } from 'zod'
import { BLOG_PAGE_SIZE, HELP_TOPICS, POST_CATEGORIES } from '#app/rules/text/content.ts'
import { maybeSignedIn, operatorsOf, publicRead, signedIn } from './call/base.ts'
import { ERRORS } from './call/errors.ts'
import { numeric } from './shapes/number.ts'
import { Flag, Instant, IsoDate, listOf, PageQuery, RowId } from './shapes/shapes.ts'
import { requiredLines, Text } from './shapes/text.ts'

const { WITHDRAWN } = ERRORS

/** A comment on a post. */
export const CommentFields = z.object({ body: requiredLines(2000) })

/** The part of an address that identifies a text: `kish-in-two-days`. */
const Slug = Text.max(100)
/** The language of a text: the requested one, if there is a text in it. */
const TextLanguage = z.string()
/** HTML with few elements, sanitised when it was stored; links inside the site are paths in the text's language. */
const Html = z.string()

/** A page of text, such as the terms; its sections can be linked to. */
const ContentPage = z.object({
  slug: z.string(),
  language: TextLanguage,
  title: z.string(),
  description: z.string(),
  html: Html,
  updated: IsoDate,
  sections: z.array(z.object({ id: z.string(), title: z.string() })),
})

const Tag = z.object({ slug: z.string(), name: z.string() })

/** Who writes on the blog. */
const Author = z.object({
  id: z.string(),
  name: z.string(),
  /** Their name on X, formerly Twitter, without the at sign, and the address of their profile there. */
  twitter: z.string().nullable(),
  url: z.string().nullable(),
  posts: z.int(),
})

const PostCard = z.object({
  /** The number in `/blog/v/{id}`. */
  id: z.int(),
  slug: z.string(),
  language: TextLanguage,
  title: z.string(),
  description: z.string(),
  /** The name of a drawing, or `cover-…` of an uploaded picture: `/pictures/{picture}-{card|page|wide}.webp`. */
  picture: z.string().nullable(),
  /** What an uploaded picture shows. */
  picture_alt: z.string().nullable(),
  published: IsoDate,
  updated: IsoDate,
  author: z.string(),
  /** The number in `/twitter/profile/{id}/`. */
  author_id: z.string(),
  author_url: z.string().nullable(),
  /** Minutes to read it. */
  minutes: z.int(),
  tags: z.array(Tag),
})

const Votes = z.object({
  likes: z.int(),
  dislikes: z.int(),
  /** The signed-in person's vote. */
  own: z.enum(['LIKE', 'DISLIKE']).nullable(),
})

const Post = PostCard.extend({
  html: Html,
  cities: z.array(z.object({ id: z.int(), slug: z.string(), name: z.string() })),
  categories: z.array(z.enum(POST_CATEGORIES)),
  votes: Votes,
  comments: z.int(),
  /** Other posts with most in common, the latest first. */
  related: z.array(PostCard),
})

const BlogComment = z.object({
  id: z.int(),
  author: z.string(),
  language: z.string(),
  body: z.string(),
  created_at: Instant,
})

const HelpCard = z.object({
  slug: z.string(),
  language: TextLanguage,
  topic: z.enum(HELP_TOPICS),
  title: z.string(),
  description: z.string(),
  /** The short answer, plain text. */
  answer: z.string(),
  updated: IsoDate,
})

const AnsweredQuestion = z.object({ question: z.string(), answerHtml: Html })

/** One person has one vote; the other one replaces it, `withdraw` removes it. */
const vote = (path: `/blog/posts/{slug}/${string}/`, summary: string) =>
  signedIn
    .errors({ WITHDRAWN })
    .route({ method: 'POST', path, summary, tags: ['content'] })
    .input(z.object({ slug: Slug, withdraw: Flag }))
    .output(Votes)

export const content = {
  faq: publicRead
    .route({
      method: 'GET',
      path: '/faq/',
      summary: 'The questions that are asked first, with short answers; all are in the help centre',
      tags: ['content'],
    })
    .output(listOf(z.object({ id: z.int(), slug: z.string(), question: z.string(), answer: z.string() }))),
  page: publicRead
    .errors({ WITHDRAWN })
    .route({
      method: 'GET',
      path: '/pages/{slug}/',
      summary: 'A page of text: terms, policy, about-us, complaints, contact',
      tags: ['content'],
    })
    .input(z.object({ slug: Slug }))
    .output(ContentPage),
  help: publicRead
    .route({
      method: 'GET',
      path: '/help/',
      summary: 'The help centre’s entries by topic; with `search` those that match in any language, best first (ours)',
      tags: ['content'],
    })
    .input(z.object({ search: Text.max(200).default(''), topic: z.enum(HELP_TOPICS).optional().catch(undefined) }))
    .output(listOf(HelpCard)),
  helpEntry: publicRead
    .errors({ WITHDRAWN })
    .route({ method: 'GET', path: '/help/{slug}/', summary: 'An entry of the help centre (ours)', tags: ['content'] })
    .input(z.object({ slug: Slug }))
    .output(HelpCard.extend({ html: Html, related: z.array(HelpCard) })),
  city: publicRead
    .route({
      method: 'GET',
      path: '/cities/{slug}/text/',
      summary: 'What travellers ask about a city (ours)',
      tags: ['content'],
    })
    .input(z.object({ slug: Slug }))
    .output(
      z.object({
        slug: z.string(),
        language: TextLanguage,
        title: z.string(),
        description: z.string(),
        html: Html,
        updated: IsoDate,
        questions: z.array(AnsweredQuestion),
      }),
    ),
  author: publicRead
    .route({
      method: 'GET',
      path: '/twitter/profile/{id}/',
      summary: 'Authors of the blog, by the key in the posts’ files, with their profile on X where it is known',
      tags: ['content'],
    })
    .input(z.object({ id: Slug }))
    .output(Author),
  index: publicRead
    .route({
      method: 'GET',
      path: '/content/',
      summary: 'Every text that is published and when it changed last, for sitemaps (ours)',
      tags: ['content'],
    })
    .output(listOf(z.object({ kind: z.enum(['POST', 'PAGE', 'HELP', 'CITY']), slug: z.string(), updated: IsoDate }))),
  tags: publicRead
    .route({
      method: 'GET',
      path: '/blog/tags/',
      summary: 'The blog’s tags with how many posts they have (ours)',
      tags: ['content'],
    })
    .output(listOf(Tag.extend({ count: z.int() }))),
  posts: publicRead
    .route({
      method: 'GET',
      path: '/blog/posts/',
      summary: 'Blog posts, the latest first; of a tag, of a city (its slug), found by words',
      tags: ['content'],
    })
    .input(
      PageQuery.extend({
        size: numeric().int().min(1).max(100).catch(BLOG_PAGE_SIZE).default(BLOG_PAGE_SIZE),
        tag: Slug.optional(),
        city: Slug.optional(),
        search: Text.max(200).default(''),
      }),
    )
    .output(listOf(PostCard)),
  post: maybeSignedIn
    .errors({ WITHDRAWN })
    .route({
      method: 'GET',
      path: '/blog/posts/{slug}/',
      summary: 'A blog post, by its slug, a former slug or its number; it names the slug that holds',
      tags: ['content'],
    })
    .input(z.object({ slug: Slug }))
    .output(Post),
  like: vote('/blog/posts/{slug}/like/', 'Like a post, in place of a dislike'),
  dislike: vote('/blog/posts/{slug}/dislike/', 'Dislike a post, in place of a like'),
  comments: publicRead
    .errors({ WITHDRAWN })
    .route({
      method: 'GET',
      path: '/blog/posts/{slug}/comments/',
      summary: 'Approved comments on a post, those in the asked language first',
      tags: ['content'],
    })
    .input(PageQuery.extend({ slug: Slug }))
    .output(listOf(BlogComment)),
  comment: signedIn
    .errors({ WITHDRAWN })
    .route({
      method: 'POST',
      path: '/blog/posts/{slug}/comments/',
      summary: 'Comment on a post; shown after an operator approved it',
      tags: ['content'],
      successStatus: 201,
    })
    .input(CommentFields.extend({ slug: Slug }))
    .output(z.object({ id: z.int(), approved: z.boolean() })),
  waitingComments: operatorsOf('CONTENT', 'SUPPORT')
    .route({
      method: 'GET',
      path: '/blog/management/comments/',
      summary: 'Comments on posts that wait for an operator, the oldest first; for operators (ours)',
      tags: ['content'],
    })
    .input(PageQuery)
    .output(listOf(BlogComment.extend({ post: z.object({ slug: z.string(), title: z.string() }) }))),
  judgeComment: operatorsOf('CONTENT', 'SUPPORT')
    .route({
      method: 'PATCH',
      path: '/blog/management/comments/{id}/',
      summary: 'Let a waiting comment on a post be seen, or take it away; for operators (ours)',
      tags: ['content'],
    })
    .input(z.object({ id: RowId, approved: z.boolean() }))
    .output(z.object({ id: z.int(), approved: z.boolean() })),
}
