import { z } from 'zod'
import { operatorsOf } from '#app/contract/call/base.ts'
import { Instant, listOf } from '#app/contract/shapes/shapes.ts'
import { requiredLines } from '#app/contract/shapes/text.ts'
import { LANGUAGES } from '#app/rules/constants.ts'

/** For operators who edit texts. */
const editors = operatorsOf('CONTENT')

const Key = z.string().regex(/^[A-Za-z]{1,40}(\.[A-Za-z]{1,40}){1,2}$/)
const InLanguage = z.enum(LANGUAGES, { error: 'required' })
/** An ICU message: `{number}`, `{n, plural, one {…} other {…}}`. */
const TemplateText = requiredLines(1000)
export const TemplateFields = z.object({ text: TemplateText })

const TemplateLine = z.object({
  key: Key,
  /** The text that is sent: the shipped one, or an operator's. */
  text: z.string(),
  is_edited: z.boolean(),
})

const Template = TemplateLine.extend({
  language: InLanguage,
  shipped: z.string(),
  /** The placeholders of the text. */
  placeholders: z.array(z.string()),
  /** The text with sample values in its placeholders. */
  preview: z.string(),
  /** Earlier texts, newest first; null where the shipped one was restored. */
  versions: z.array(z.object({ id: z.int(), text: z.string().nullable(), at: Instant, by: z.string() })),
})

export const templates = {
  templates: editors
    .route({
      method: 'GET',
      path: '/admin/templates/',
      summary: 'The texts of notifications in a language, with those that operators have changed (ours)',
      tags: ['operator'],
    })
    .input(z.object({ language: InLanguage.catch('fa').default('fa') }))
    .output(listOf(TemplateLine)),
  template: editors
    .route({
      method: 'GET',
      path: '/admin/templates/{key}/',
      summary: 'One text of notifications: as shipped, as it goes out, its placeholders and its versions (ours)',
      tags: ['operator'],
    })
    .input(z.object({ key: Key, language: InLanguage.catch('fa').default('fa') }))
    .output(Template),
  previewTemplate: editors
    .route({
      method: 'POST',
      path: '/admin/templates/{key}/preview/',
      summary: 'How a text would read, with sample values; nothing is changed (ours)',
      tags: ['operator'],
    })
    .input(z.object({ key: Key, language: InLanguage, text: TemplateText }))
    .output(z.object({ preview: z.string() })),
  changeTemplate: editors
    .route({
      method: 'PATCH',
      path: '/admin/templates/{key}/',
      summary: 'Put a text in place of the shipped one, or the shipped one back by null (ours)',
      tags: ['operator'],
    })
    .input(z.object({ key: Key, language: InLanguage, text: TemplateText.nullable() }))
    .output(Template),
}
