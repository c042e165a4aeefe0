import { LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'
import { LANGUAGES, type Language } from '#app/rules/constants.ts'
import { HELP_TOPICS, POST_CATEGORIES } from '#app/rules/text/content.ts'
import type { Report } from './content-error.ts'

export const SLUG = /^(?=.*[a-z])[a-z0-9]+(-[a-z0-9]+)*$/
const Slugs = z.array(z.string().regex(SLUG, 'small Latin letters, digits and hyphens')).default([])
const Day = z.iso.date('a date like 2026-11-22')
/** Withdrawn: its address answers 410. */
const Withdrawn = z.boolean().default(false)
const Names = z.strictObject(
  Object.fromEntries(LANGUAGES.map((language) => [language, z.string().min(1)])) as Record<Language, z.ZodString>,
)

/** The files with facts about a text; their fields are *ours*. */
export const ABOUT = {
  tags: z.record(z.string().regex(SLUG), Names),
  authors: z.record(
    z.string().regex(SLUG),
    /** `twitter`: their name on X, without the at sign. */
    Names.extend({
      twitter: z
        .string()
        .regex(/^\w{1,15}$/, 'a name as X has it, without @')
        .optional(),
    }),
  ),
  post: z
    .strictObject({
      published: Day,
      updated: Day.optional(),
      withdrawn: Withdrawn,
      author: z.string(),
      tags: Slugs,
      cities: Slugs,
      categories: z.array(z.enum(POST_CATEGORIES)).default([]),
      picture: z.string().regex(SLUG).optional(),
      /** Former slugs, which redirect to it. */
      former_slugs: Slugs,
    })
    .refine(({ published, updated = published }) => updated >= published, {
      path: ['updated'],
      error: 'not before the day of publication',
    }),
  page: z.strictObject({ updated: Day, withdrawn: Withdrawn }),
  help: z.strictObject({
    topic: z.enum(HELP_TOPICS),
    order: z.int().min(0).max(10_000),
    related: Slugs,
    /** The pages that list it; `home`: among the questions of the home page. */
    asked_at: Slugs,
    withdrawn: Withdrawn,
  }),
}

/** Reads a YAML file by its schema. Reports all errors with their lines; undefined if there are any. */
export function readAbout<Schema extends z.ZodType>(
  source: string,
  schema: Schema,
  report: Report,
): z.output<Schema> | undefined {
  const lineCounter = new LineCounter()
  const document = parseDocument(source, { lineCounter, prettyErrors: false })
  for (const { pos, message } of document.errors) report(lineCounter.linePos(pos[0]).line, message)
  if (document.errors.length > 0) return undefined
  const read = schema.safeParse(document.toJS() ?? {})
  if (read.success) return read.data
  for (const { path, message } of read.error.issues) {
    report(lineOf(path), `${path.join('.') || 'the file'}: ${message}`)
  }
  return undefined

  /** The line of the innermost part of the path that the file has. */
  function lineOf(path: readonly PropertyKey[]): number {
    for (let length = path.length; length > 0; length -= 1) {
      const node = document.getIn(path.slice(0, length), true) as { range?: [number, number, number] } | undefined
      if (node?.range) return lineCounter.linePos(node.range[0]).line
    }
    return 1
  }
}
