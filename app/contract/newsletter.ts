import { z } from 'zod'
import { isEmail } from '#app/rules/identity/email.ts'
import { anybody } from './call/base.ts'
import { requiredText, Text } from './shapes/text.ts'

/** A request for the newsletter. */
export const NewsletterRequest = z.object({ email: requiredText(254).refine(isEmail, 'email') })
/** The token in an e-mail's link, which nobody else can generate. */
const Token = z.object({ token: Text.min(1, 'required').max(100, 'max_length') })

export const newsletter = {
  subscribe: anybody
    .route({
      method: 'POST',
      path: '/newsletter/subscribe/',
      summary:
        'Ask for the newsletter: an e-mail with a link to confirm goes out; the answer is the same for every address (ours)',
      tags: ['newsletter'],
    })
    .input(NewsletterRequest)
    .output(z.object({ requested: z.literal(true) })),
  confirm: anybody
    .route({
      method: 'POST',
      path: '/newsletter/confirm/',
      summary: 'Confirm a subscription with the token of its e-mail; 404 where that has ended (ours)',
      tags: ['newsletter'],
    })
    .input(Token)
    .output(z.object({ confirmed: z.literal(true) })),
  unsubscribe: anybody
    .route({
      method: 'POST',
      path: '/newsletter/unsubscribe/',
      summary: 'End a subscription with the token of any issue; repeating it changes nothing (ours)',
      tags: ['newsletter'],
    })
    .input(Token)
    .output(z.object({ ended: z.literal(true) })),
}
