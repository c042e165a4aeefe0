import { z } from 'zod'
import { limited, operatorsOf } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { Instant, listOf, PageQuery, PublicId } from '#app/contract/shapes/shapes.ts'
import { empty, Lines, Text } from '#app/contract/shapes/text.ts'
import { LANGUAGES, type Language } from '#app/rules/constants.ts'
import { LONGEST_NEWS, NEWS_STATUSES, NEWS_TOPICS } from '#app/rules/messages/news-topics.ts'
import { HOUR_SECONDS } from '#app/rules/time/durations.ts'

/** For operators who write to people. */
const editors = operatorsOf('CONTENT')
const { CHANGED_MEANWHILE } = ERRORS

const InLanguage = z.enum(LANGUAGES, { error: 'required' })
const Status = z.enum(NEWS_STATUSES)
const id = z.object({ id: PublicId })

/** A text in some of the languages; a form sends empty ones. */
function inLanguages<Schema extends z.ZodType>(text: Schema) {
  const optional = z.preprocess(empty, text.optional())
  return z.object(
    Object.fromEntries(LANGUAGES.map((language) => [language, optional])) as unknown as Record<
      Language,
      typeof optional
    >,
  )
}

/** What is written of an issue: in each language that has a title and a text, the others get the English or Persian one. */
export const NewsText = z.object({
  /** Whose followers get it; without one everybody who takes the newsletter. */
  topic: z.preprocess(empty, z.enum(NEWS_TOPICS, 'choice').optional()),
  title: inLanguages(Text.max(LONGEST_NEWS.title, 'max_length')),
  text: inLanguages(Lines.max(LONGEST_NEWS.body, 'max_length')),
  /** Where its button leads: a path of the site, without the language. */
  path: z.preprocess(
    empty,
    z
      .string()
      .trim()
      .max(LONGEST_NEWS.path, 'max_length')
      .regex(/^\/(?!\/)[\w/.?=&%-]*$/, 'site_path')
      .default('/'),
  ),
})

const Counts = z.object({ waiting: z.int(), sent: z.int(), skipped: z.int() })
const Listed = z.object({
  id: PublicId,
  topic: z.enum(NEWS_TOPICS).nullable(),
  /** In the requested language, or another one. */
  subject: z.string(),
  status: Status,
  changed_at: Instant,
  published_at: Instant.nullable(),
  ended_at: Instant.nullable(),
  counts: Counts,
})

const Issue = Listed.extend({
  title: z.partialRecord(InLanguage, z.string()),
  text: z.partialRecord(InLanguage, z.string()),
  path: z.string(),
  by: z.string().nullable(),
  /** How each language’s receivers read it, as plain text, with the number of them if it was sent now. */
  mails: z.array(
    z.object({
      language: InLanguage,
      /** The language that it is written in. */
      written: InLanguage.nullable(),
      receivers: z.int(),
      subject: z.string(),
      text: z.string(),
    }),
  ),
})

export const news = {
  list: editors
    .route({
      method: 'GET',
      path: '/admin/news/',
      summary: 'News and newsletters, the one changed last first (ours)',
      tags: ['operator'],
    })
    .input(PageQuery.extend({ status: Status.optional().catch(undefined) }))
    .output(listOf(Listed)),
  read: editors
    .route({
      method: 'GET',
      path: '/admin/news/{id}/',
      summary: 'One issue and who would get it (ours)',
      tags: ['operator'],
    })
    .input(id)
    .output(Issue),
  create: editors
    .meta(limited(editors, { bucket: 'news draft', most: 100, seconds: HOUR_SECONDS }))
    .route({
      method: 'POST',
      path: '/admin/news/',
      summary: 'Keep a draft of an issue; nothing is sent (ours)',
      tags: ['operator'],
      successStatus: 201,
    })
    .input(NewsText)
    .output(id),
  change: editors
    .errors({ CHANGED_MEANWHILE })
    .route({
      method: 'PUT',
      path: '/admin/news/{id}/',
      summary: 'Write a draft again; one that is on its way cannot be changed (ours)',
      tags: ['operator'],
    })
    .input(NewsText.extend(id.shape))
    .output(id),
  test: editors
    .meta(limited(editors, { bucket: 'news test', most: 20, seconds: HOUR_SECONDS }))
    .route({
      method: 'POST',
      path: '/admin/news/{id}/test/',
      summary: 'Mail an issue to the caller’s own address, in one language (ours)',
      tags: ['operator'],
    })
    .input(id.extend({ language: InLanguage }))
    .output(z.object({ sent: z.literal(true) })),
  send: editors
    .meta(limited(editors, { bucket: 'news', most: 10, seconds: HOUR_SECONDS }))
    .errors({ CHANGED_MEANWHILE })
    .route({
      method: 'POST',
      path: '/admin/news/{id}/send/',
      summary: 'Send a draft, or go on with a stopped issue: nobody gets it twice (ours)',
      tags: ['operator'],
    })
    .input(id)
    .output(Issue),
  stop: editors
    .errors({ CHANGED_MEANWHILE })
    .route({
      method: 'POST',
      path: '/admin/news/{id}/stop/',
      summary: 'Stop an issue that is being sent; whom it has reached keeps it (ours)',
      tags: ['operator'],
    })
    .input(id)
    .output(Issue),
  deliveries: editors
    .route({
      method: 'GET',
      path: '/admin/news/{id}/deliveries/',
      summary: 'Who gets an issue, each once, and whether it went out (ours)',
      tags: ['operator'],
    })
    .input(PageQuery.extend(id.shape))
    .output(
      listOf(
        z.object({
          /** The mailbox, masked, or the name of the account; null once it is erased. */
          receiver: z.string().nullable(),
          /** HELD: the receiver already got as many messages as anybody may. */
          status: z.enum(['WAITING', 'SENT', 'SKIPPED', 'HELD', 'FAILED']),
          channels: z.array(z.enum(['push', 'email'])),
          sent_at: Instant.nullable(),
        }),
      ),
    ),
}
