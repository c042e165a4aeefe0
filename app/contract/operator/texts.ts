import { z } from 'zod'
import { limited, operatorsOf } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { Instant, IsoDate, listOf, PageQuery, RowId } from '#app/contract/shapes/shapes.ts'
import { Lines, optionalText, requiredText } from '#app/contract/shapes/text.ts'
import { LANGUAGES } from '#app/rules/constants.ts'
import { LONGEST_TEXT, PLACEHOLDERS, TEXT_KINDS } from '#app/rules/text/content.ts'
import { HOUR_SECONDS } from '#app/rules/time/durations.ts'

/** For operators who edit texts. */
const editors = operatorsOf('CONTENT')

const { CHANGED_MEANWHILE } = ERRORS

/** Each preview renders a long text. */
const PREVIEWS = { bucket: 'text-preview', most: 300, seconds: HOUR_SECONDS }

const Kind = z.enum(TEXT_KINDS)
const InLanguage = z.enum(LANGUAGES, { error: 'required' })
const Named = z.object({
  kind: Kind,
  slug: z
    .string()
    .max(100)
    .regex(/^[a-z0-9-]+$/),
  language: InLanguage,
})

/** A text as it is written: Markdown from `##` on, without pictures and HTML. */
export const WrittenText = z.object({
  title: requiredText(LONGEST_TEXT.title),
  description: requiredText(LONGEST_TEXT.description),
  body: Lines.max(LONGEST_TEXT.body, 'max_length').min(1, 'required'),
})

const NEW_KINDS = ['post', 'page'] as const
/** The last part of the address of a new text. */
const Slug = z.preprocess(
  (value) => (typeof value === 'string' ? value.trim().toLowerCase() : value),
  z
    .string({ error: 'required' })
    .min(1, 'required')
    .max(80, 'max_length')
    .regex(/^(?=.*[a-z])[a-z0-9]+(-[a-z0-9]+)*$/, 'slug'),
)
const NewKind = z.enum(NEW_KINDS, { error: 'required' })
/** A new post or page with its text in one language; the others are written afterwards. */
export const NewText = WrittenText.extend({ kind: NewKind, slug: Slug, language: InLanguage })
const Names = z.array(requiredText(100)).max(50, 'max').default([])
/** When a post or page is published, today or on a day to come; without a day it is a draft. */
export const Publication = z.object({
  published: z.preprocess((value) => (value === '' ? undefined : value), IsoDate.nullish()),
  tags: Names,
  cities: Names,
})

const Words = optionalText(200)
/** A post's picture as it is uploaded, and what it shows: required in each language that the post is written in. */
export const CoverWords = z.object({
  image: z.file().optional(),
  ...{ alt_fa: Words, alt_en: Words, alt_ar: Words, alt_tr: Words, alt_de: Words },
})
const PostSlug = z.object({ slug: Named.shape.slug })
const Cover = PostSlug.extend({
  /** `/pictures/{picture}-{card|page|wide}.webp` of an uploaded one; the name of a drawing; null without one. */
  picture: z.string().nullable(),
  alt: z.partialRecord(InLanguage, z.string()),
  /** Of a post that comes from a file, the file decides. */
  is_of_file: z.boolean(),
})

const EditedText = Named.extend({
  /** Its page, as a path without language; null if nobody can read it. */
  path: z.string().nullable(),
  updated: IsoDate.nullable(),
  /** Of a post or page; of one that comes from a file, the file decides. */
  publication: z
    .object({
      published: IsoDate.nullable(),
      tags: z.array(z.string()),
      cities: z.array(z.string()),
      is_of_file: z.boolean(),
    })
    .nullable(),
  is_edited: z.boolean(),
  title: z.string(),
  description: z.string(),
  /**
   * Empty if there is no text in this language yet; null if it was imported by an older release and its Markdown is
   * unknown.
   */
  body: z.string().nullable(),
  /** The version that is shown, to be sent back with a change; null without one. */
  version: z.int().nullable(),
  placeholders: z.array(z.enum(PLACEHOLDERS)),
  /** Newest first; a file's version has no author. */
  versions: z.array(
    z.object({
      id: z.int(),
      at: Instant,
      by: z.string().nullable(),
      title: z.string(),
      description: z.string(),
      body: z.string(),
    }),
  ),
})

export const texts = {
  list: editors
    .route({
      method: 'GET',
      path: '/admin/texts/',
      summary: 'Pages, help entries, posts and texts of cities, with the languages that each has (ours)',
      tags: ['operator'],
    })
    .input(PageQuery.extend({ kind: Kind.optional().catch(undefined) }))
    .output(
      listOf(
        z.object({
          kind: Kind,
          slug: z.string(),
          title: z.string(),
          updated: IsoDate.nullable(),
          withdrawn: z.boolean(),
          /** Not published, and no day for it. */
          draft: z.boolean(),
          languages: z.array(z.object({ language: InLanguage, is_edited: z.boolean() })),
        }),
      ),
    ),
  read: editors
    .route({
      method: 'GET',
      path: '/admin/texts/{kind}/{slug}/{language}/',
      summary: 'One text in one language as it was written, and its versions (ours)',
      tags: ['operator'],
    })
    .input(Named)
    .output(EditedText),
  preview: editors
    .meta(limited(editors, PREVIEWS))
    .route({
      method: 'POST',
      path: '/admin/texts/{kind}/{slug}/{language}/preview/',
      summary: 'How a text would be shown; nothing is changed (ours)',
      tags: ['operator'],
    })
    .input(Named.extend(WrittenText.shape))
    .output(
      z.object({
        title: z.string(),
        description: z.string(),
        html: z.string(),
        /** Addresses of the site that do not exist. */
        leads_nowhere: z.array(z.string()),
      }),
    ),
  create: editors
    .meta(limited(editors, { bucket: 'new-text', most: 60, seconds: HOUR_SECONDS }))
    .route({
      method: 'POST',
      path: '/admin/texts/',
      summary: 'Write a new post or page; it is a draft until it is published (ours)',
      tags: ['operator'],
      successStatus: 201,
    })
    .input(NewText)
    .output(EditedText),
  publish: editors
    .route({
      method: 'PUT',
      path: '/admin/texts/{kind}/{slug}/publication/',
      summary: 'Publish a post or page today or on a day to come, or make it a draft again (ours)',
      tags: ['operator'],
    })
    .input(Publication.extend({ kind: NewKind, slug: Named.shape.slug }))
    .output(z.object({ kind: NewKind, slug: z.string(), published: IsoDate.nullable() })),
  cover: editors
    .route({
      method: 'GET',
      path: '/admin/texts/post/{slug}/picture/',
      summary: 'The picture of a post and what it shows (ours)',
      tags: ['operator'],
    })
    .input(PostSlug)
    .output(Cover),
  setCover: editors
    .meta(limited(editors, { bucket: 'post-picture', most: 60, seconds: HOUR_SECONDS }))
    .route({
      method: 'PUT',
      path: '/admin/texts/post/{slug}/picture/',
      summary:
        'Give a post a picture with what it shows: multipart, at most 10 MB and 50 megapixels, jpeg, png, webp or avif; encoded anew (ours)',
      tags: ['operator'],
    })
    .input(PostSlug.extend(CoverWords.shape))
    .output(Cover),
  removeCover: editors
    .route({
      method: 'DELETE',
      path: '/admin/texts/post/{slug}/picture/',
      summary: 'Take the picture of a post away (ours)',
      tags: ['operator'],
    })
    .input(PostSlug)
    .output(Cover),
  change: editors
    .errors({ CHANGED_MEANWHILE })
    .route({
      method: 'PUT',
      path: '/admin/texts/{kind}/{slug}/{language}/',
      summary: 'Put a text in place of the file’s, or the file’s own back by sending it (ours)',
      tags: ['operator'],
    })
    .input(Named.extend(WrittenText.shape).extend({ version: RowId.nullable() }))
    .output(EditedText),
}
