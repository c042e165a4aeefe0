import { z } from 'zod'
import { anybody } from './base.ts'

export const content = {
  faq: anybody
    .route({ method: 'GET', path: '/faq/', summary: 'Questions and answers', tags: ['content'] })
    .output(z.object({ results: z.array(z.object({ id: z.int(), question: z.string(), answer: z.string() })) })),
}
