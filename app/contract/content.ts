import { z } from 'zod'
import { anybody } from './base.ts'
import { IsoDate, listOf } from './shapes.ts'
import { Text } from './text.ts'

/** A page of text, such as the terms: sections that can be linked to, each some paragraphs of plain text. */
export const ContentPage = z.object({
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  lead: z.string(),
  updated: IsoDate,
  sections: z.array(z.object({ id: z.string(), title: z.string(), paragraphs: z.array(z.string()) })),
})

export const content = {
  faq: anybody
    .route({ method: 'GET', path: '/faq/', summary: 'Questions and answers', tags: ['content'] })
    .output(listOf(z.object({ id: z.int(), question: z.string(), answer: z.string() }))),
  page: anybody
    .route({ method: 'GET', path: '/pages/{slug}/', summary: 'A page of text: terms, policy', tags: ['content'] })
    .input(z.object({ slug: Text.max(100) }))
    .output(ContentPage),
}
